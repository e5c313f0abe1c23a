import type { PlannedSlot, Slot, SlotCounts, SlotFate, SlotKind } from '#contract/schedule.ts';
import { formatCount } from './format-count.ts';
import { statusWords, type StatusKey } from './status-vocabulary.ts';
import { texts } from './texts.ts';

/** One slot of one DAG, whether it has its fate or is still to come. */
export interface SlotEntry {
  readonly key: string;
  readonly fileName: string;
  readonly name: string;
  readonly kind: SlotKind;
  readonly time: string;
  /** Undefined while it is still to come. */
  readonly slot: Slot | undefined;
  /** Undefined once it is decided. */
  readonly planned: PlannedSlot | undefined;
  /** The DAG is suspended now. */
  readonly isSuspended: boolean;
}

interface OwnerOfSlots {
  readonly fileName: string;
  readonly name: string;
  readonly suspended: boolean;
}

/** The same for a slot before and after it was decided, so that what shows it stays the same element. */
export function slotKey(dag: { readonly fileName: string }, slot: Pick<Slot, 'kind' | 'time'>) {
  return `${dag.fileName} ${slot.kind} ${Date.parse(slot.time)}`;
}

/** The entry of a slot with what became of it. */
export function decidedEntry(slot: Slot, isSuspended: boolean): SlotEntry {
  const { fileName, name, kind, time } = slot;
  return {
    key: slotKey(slot, slot),
    fileName,
    name,
    kind,
    time,
    slot,
    planned: undefined,
    isSuspended,
  };
}

/** The entry of a slot that is to come. */
export function dueEntry(dag: OwnerOfSlots, planned: PlannedSlot): SlotEntry {
  return {
    key: slotKey(dag, planned),
    fileName: dag.fileName,
    name: dag.name,
    kind: planned.kind,
    time: planned.time,
    slot: undefined,
    planned,
    isSuspended: dag.suspended,
  };
}

const fateStatus: Readonly<Record<SlotFate, StatusKey>> = {
  ran: 'ran',
  skipped: 'skipped',
  missed: 'missed',
  failed: 'refused',
  pending: 'pending',
};

/** How a fate is shown: a word of the vocabulary. */
export function fateStatusOf(fate: SlotFate): StatusKey {
  return fateStatus[fate];
}

type WithFate = Pick<SlotEntry, 'slot'> & Partial<Pick<SlotEntry, 'isSuspended'>>;

/** What stands for a slot: the status of the run that it started, else its fate. */
export function entryStatus({ slot, isSuspended }: WithFate): StatusKey {
  if (slot === undefined) return isSuspended === true ? 'suspended' : 'due';
  if (slot.fate === 'ran' && slot.runStatus !== null) return slot.runStatus;
  return fateStatus[slot.fate];
}

/** `Ran · Failed`, `Missed`, `Due`: the fate, and the run's status where there is a run. */
export function formatFate(entry: WithFate): string {
  const status = entryStatus(entry);
  const { word } = statusWords(status);
  return entry.slot?.fate === 'ran' && status !== 'ran' ? texts.slot.ran(word) : word;
}

/** `stop` and `restart` are said, a start goes without saying. */
export function formatSlotKind(kind: SlotKind): string {
  return kind === 'start' ? '' : texts.slot[kind];
}

/** What a slot can come to, and `due` before that; in the order in which they are shown. */
export const slotStates = ['ran', 'failed', 'skipped', 'missed', 'pending', 'due'] as const;
export type SlotState = (typeof slotStates)[number];

/** The status in whose color and picture a slot is shown. */
export function stateStatus(state: SlotState): StatusKey {
  return state === 'due' ? 'due' : fateStatus[state];
}

export const noSlots: SlotCounts = { ran: 0, skipped: 0, missed: 0, failed: 0, pending: 0, due: 0 };

/** Both counts together. */
export function addCounts(a: SlotCounts, b: SlotCounts): SlotCounts {
  return {
    ran: a.ran + b.ran,
    skipped: a.skipped + b.skipped,
    missed: a.missed + b.missed,
    failed: a.failed + b.failed,
    pending: a.pending + b.pending,
    due: a.due + b.due,
  };
}

/** `96 ran`, `1 missed`: what there is of each, and nothing of what there is none. */
export function countWords(counts: SlotCounts): readonly (readonly [SlotState, string])[] {
  return slotStates
    .filter((state) => counts[state] > 0)
    .map((state) => {
      const { short } = statusWords(stateStatus(state));
      return [state, `${formatCount(counts[state])} ${short.toLowerCase()}`] as const;
    });
}
