import type { RunSummary } from '#contract/run.ts';
import type { Command } from '../../components/CommandMenu.tsx';
import type { Navigation } from '../../lib/navigation.ts';
import { paths } from '../../lib/paths.ts';
import { ownCommands, type OwnActs } from './run-commands.ts';
import { texts } from './texts.ts';

/** What a right click on a run in a list offers: what its page offers for the run as a whole, and the ways to both pages. */
export function runRowCommands(
  run: RunSummary,
  acts: OwnActs,
  navigation: Pick<Navigation, 'go'>,
): readonly Command[] {
  const { stop, retry, reschedule, copy } = ownCommands(run, acts);
  const open: Command = {
    id: 'open',
    label: texts.commands.open,
    icon: 'runs',
    run: () => navigation.go(paths.run(run)),
  };
  const openDag: Command = {
    id: 'dag',
    label: texts.commands.openDag,
    icon: 'dags',
    run: () => navigation.go(paths.dag(run.name)),
  };
  return [open, stop, retry, reschedule, copy, openDag]
    .filter((one) => one !== undefined)
    .map(withoutKey);
}

/** The keys of a run hold on its page alone. */
function withoutKey({ shortcut: _key, ...command }: Command): Command {
  return command;
}
