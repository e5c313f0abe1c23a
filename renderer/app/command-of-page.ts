import { onceNothingFloats } from '../components/once-nothing-floats.ts';
import type { PageCommands } from '../components/page-commands.ts';
import type { Navigation } from '../lib/navigation.ts';

interface PageCommand {
  readonly href: string;
  /** Id of a command of that page. */
  readonly command: string;
}

/**
 * Goes to a page and does there what its own menu offers, as soon as it does: what asks, asks as it does there. Another page
 * ends the wait.
 */
export function commandOfPage(
  navigation: Navigation,
  commands: PageCommands,
  { href, command }: PageCommand,
): void {
  const { location } = navigation;
  const [path] = href.split('?');
  const isThere = () => location.getState().path === path;
  const find = () =>
    commands.getState().find(({ id, isDisabled }) => id === command && !isDisabled);
  if (isThere()) {
    if (href !== path) navigation.go(href, { replace: true });
    // The palette has closed by then, and the page shows the step of the address.
    onceNothingFloats(() => find()?.run());
    return;
  }
  navigation.go(href);
  const ends = [
    location.subscribe(() => {
      if (!isThere()) end();
    }),
    commands.subscribe(() => {
      const found = isThere() ? find() : undefined;
      if (found === undefined) return;
      end();
      found.run();
    }),
  ];
  const end = () => {
    for (const one of ends) one();
  };
}
