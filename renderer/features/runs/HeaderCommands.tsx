import { memo } from 'react';
import { MoreMenu } from '../../components/MoreMenu.tsx';
import type { PageCommands } from '../../components/page-commands.ts';
import { CommandButton } from './CommandButton.tsx';
import type { RunCommands } from './run-commands.ts';
import { texts } from './texts.ts';

interface HeaderCommandsProps extends Pick<RunCommands, 'stop' | 'retry'> {
  /** The name of the run. */
  readonly name: string;
  /** Those of the menu, which change with the step on show. */
  readonly more: PageCommands;
}

/** What can be done to a run. Drawn again when that changes, and not with each step that ends. */
export const HeaderCommands = memo(function HeaderCommands(props: HeaderCommandsProps) {
  const { name, stop, retry, more } = props;
  return (
    <>
      {stop && <CommandButton command={stop} hasIcon />}
      {retry && <CommandButton command={retry} hasIcon />}
      <MoreMenu label={texts.header.more(name)} commands={more} />
    </>
  );
});
