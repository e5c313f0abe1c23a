import type { SlotFate } from '#contract/schedule.ts';
import type { SlotEntry } from '../lib/slot-entry.ts';
import type { Command } from './CommandMenu.tsx';
import { texts } from './texts.ts';

interface SlotActs {
  /** Absent where the person may start nothing. */
  readonly run: (() => void) | undefined;
  /** Absent where the person may not change the DAG. */
  readonly setCatchUp: (() => void) | undefined;
  readonly openRun: () => void;
  /** Absent where the DAG is open already. */
  readonly openDag: (() => void) | undefined;
}

const withoutRun: readonly SlotFate[] = ['missed', 'skipped', 'failed'];

/** What can be done about a slot; the obvious thing comes first. */
export function slotCommands({ slot, kind }: SlotEntry, acts: SlotActs): readonly Command[] {
  const { run, setCatchUp, openRun, openDag } = acts;
  const commands: Command[] = [];
  if (run && slot !== undefined && kind !== 'stop' && withoutRun.includes(slot.fate)) {
    commands.push({
      id: 'run',
      label: texts.slot.run,
      detail: texts.slot.runDetail,
      icon: 'play',
      run,
    });
  }
  if (setCatchUp && slot?.fate === 'missed' && kind === 'start') {
    commands.push({
      id: 'catch-up',
      label: texts.slot.setCatchUp,
      detail: texts.slot.setCatchUpDetail,
      run: setCatchUp,
    });
  }
  // The record of a run goes with its retention, the slot stays.
  if (slot !== undefined && slot.dagRunId !== '' && slot.runStatus !== null) {
    commands.push({ id: 'open-run', label: texts.slot.openRun, icon: 'runs', run: openRun });
  }
  if (openDag)
    commands.push({ id: 'open-dag', label: texts.slot.openDag, icon: 'dags', run: openDag });
  return commands;
}
