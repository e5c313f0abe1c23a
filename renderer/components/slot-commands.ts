import type { SlotFate } from '#contract/schedule.ts';
import type { SlotEntry } from '../lib/slot-entry.ts';
import type { Command } from './CommandMenu.tsx';

interface SlotActs {
  readonly run: () => void;
  readonly openRun: () => void;
  /** Absent where the DAG is open already. */
  readonly openDag?: () => void;
}

const withoutRun: readonly SlotFate[] = ['missed', 'skipped', 'failed'];

/** What can be done about a slot; the obvious thing comes first. */
export function slotCommands({ slot, kind }: SlotEntry, acts: SlotActs): readonly Command[] {
  const commands: Command[] = [];
  if (slot !== undefined && kind !== 'stop' && withoutRun.includes(slot.fate)) {
    commands.push({
      id: 'run',
      label: 'Run for this slot',
      detail: 'Starts a run now, with the default parameters.',
      icon: 'play',
      run: acts.run,
    });
  }
  // The record of a run goes with its retention, the slot stays.
  if (slot !== undefined && slot.dagRunId !== '' && slot.runStatus !== null) {
    commands.push({ id: 'open-run', label: 'Open run', icon: 'runs', run: acts.openRun });
  }
  if (acts.openDag) {
    commands.push({ id: 'open-dag', label: 'Open DAG', icon: 'dags', run: acts.openDag });
  }
  return commands;
}
