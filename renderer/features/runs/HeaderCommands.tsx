import { memo } from 'react';
import { Button } from '../../components/Button.tsx';
import { MoreMenu } from '../../components/MoreMenu.tsx';
import type { PageCommands } from '../../components/page-commands.ts';
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
      {stop && (
        <Button icon={stop.icon ?? 'stop'} onPress={stop.run}>
          {stop.label}
        </Button>
      )}
      {retry && (
        <span title={retry.detail}>
          <Button icon="retry" isDisabled={retry.isDisabled ?? false} onPress={retry.run}>
            {retry.label}
          </Button>
        </span>
      )}
      <MoreMenu label={texts.header.more(name)} commands={more} />
    </>
  );
});
