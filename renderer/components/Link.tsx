import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { useNavigation } from './navigation-context.ts';

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly href: string;
}

/** A real link, so that it can be copied and opened elsewhere; a plain click stays in the page. */
export function Link({ href, onClick, ...rest }: LinkProps) {
  const navigation = useNavigation();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
    if (event.defaultPrevented || elsewhere) return;
    event.preventDefault();
    navigation.go(href);
  };
  return <a href={navigation.address(href)} onClick={follow} {...rest} />;
}
