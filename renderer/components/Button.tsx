import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.tsx';

interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className'> {
  readonly icon?: IconName;
  readonly look?: 'plain' | 'primary' | 'quiet' | 'danger';
  readonly size?: 'normal' | 'small';
  readonly className?: string;
  readonly children?: ReactNode;
}

/** A button with a verb. At most one `primary` stands on a page. */
export function Button(props: ButtonProps) {
  const { icon, look = 'plain', size = 'normal', className = '', children, ...rest } = props;
  return (
    <AriaButton {...rest} className={`button look-${look} size-${size} ${className}`}>
      {icon && <Icon name={icon} />}
      {children}
    </AriaButton>
  );
}
