import type { OperationName } from '#contract/operations.ts';
import { paths } from '../lib/paths.ts';
import type { SlotEntry } from '../lib/slot-entry.ts';
import type { Command } from './CommandMenu.tsx';
import { useNavigation } from './navigation-context.ts';
import { slotCommands } from './slot-commands.ts';

interface SlotView {
  /** Starts a run and gives its id; nothing when it was refused. */
  readonly run: () => Promise<string | undefined>;
  /** The slot is shown on the page of its DAG. */
  readonly isDagOpen: boolean;
  /** Why the person may not do a thing. */
  readonly refusal: (name: OperationName) => string | undefined;
}

/** What can be done about a slot, with the ways from here. */
export function useSlotCommands(entry: SlotEntry, view: SlotView): readonly Command[] {
  const navigation = useNavigation();
  const { fileName, name, slot } = entry;
  const openRun = (dagRunId: string) => navigation.go(paths.run({ name, dagRunId }));
  const run = async () => {
    const dagRunId = await view.run();
    if (dagRunId !== undefined) openRun(dagRunId);
  };
  const may = (operation: OperationName) => view.refusal(operation) === undefined;
  return slotCommands(entry, {
    run: may('dags.start') ? () => void run() : undefined,
    setCatchUp: may('dags.updateSpec') ? () => navigation.go(paths.catchUp(fileName)) : undefined,
    openRun: () => openRun(slot?.dagRunId ?? ''),
    openDag: view.isDagOpen ? undefined : () => navigation.go(paths.dag(fileName)),
  });
}
