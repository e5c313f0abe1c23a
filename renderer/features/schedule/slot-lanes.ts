import type { DayEntry } from './calendar-entries.ts';

/** Pixels; an hour is as high as a slot with its gap, so that hourly neighbors do not touch. */
const HOUR_HEIGHT = 24;
export const SLOT_HEIGHT = 22;
/** The last slot of a day still has its whole height. */
export const DAY_HEIGHT = 24 * HOUR_HEIGHT + SLOT_HEIGHT - 6;

/** A slot that is drawn, beside `lanes - 1` others. */
interface PlacedSlot {
  readonly entry: DayEntry;
  readonly top: number;
  readonly lane: number;
  readonly lanes: number;
  /** A fold stands to its right. */
  readonly hasFold: boolean;
}

/** Slots for which there is no room: `+3`. */
export interface SlotFold {
  readonly top: number;
  readonly entries: readonly DayEntry[];
}

interface DayLayout {
  readonly slots: readonly PlacedSlot[];
  readonly folds: readonly SlotFold[];
}

const MAX_LANES = 2;
/** Pixels for a glyph and so much of a name that it can be told from others. */
const MIN_WIDTH = 100;

/** How many slots a column of so many pixels holds side by side. */
export function lanesIn(width: number): number {
  return Math.min(MAX_LANES, Math.max(1, Math.floor(width / MIN_WIDTH)));
}

/** Where a minute of the day stands, in whole pixels from midnight: with parts of them, slots that just fit would overlap. */
export function topOf(minute: number): number {
  return Math.round((minute / 60) * HOUR_HEIGHT);
}

/**
 * Where the slots of a day stand. Those at about the same time share the width where it holds so many; else the first is
 * drawn and the others are folded beside it, because a part of a narrow column holds no name.
 */
export function layoutDay(entries: readonly DayEntry[], lanes: number): DayLayout {
  const groups = clusters(entries).map((cluster) => sideBySide(cluster, lanes) ?? folded(cluster));
  return {
    slots: groups.flatMap((group) => group.slots),
    folds: groups.flatMap((group) => group.folds),
  };
}

/** Runs of slots each of which touches the one before it. */
function clusters(entries: readonly DayEntry[]): readonly (readonly DayEntry[])[] {
  const found: DayEntry[][] = [];
  let end = -1;
  for (const entry of entries) {
    const top = topOf(entry.minute);
    if (top >= end) found.push([]);
    found.at(-1)?.push(entry);
    end = Math.max(end, top + SLOT_HEIGHT);
  }
  return found;
}

/** Undefined when there are not lanes enough. */
function sideBySide(cluster: readonly DayEntry[], most: number): DayLayout | undefined {
  const ends: number[] = [];
  const placed: { entry: DayEntry; top: number; lane: number }[] = [];
  for (const entry of cluster) {
    const top = topOf(entry.minute);
    const free = ends.findIndex((end) => end <= top);
    const lane = free < 0 ? ends.length : free;
    if (lane === most) return undefined;
    ends[lane] = top + SLOT_HEIGHT;
    placed.push({ entry, top, lane });
  }
  const slots = placed.map((one) => ({ ...one, lanes: ends.length, hasFold: false }));
  return { slots, folds: [] };
}

function folded(cluster: readonly DayEntry[]): DayLayout {
  const slots: PlacedSlot[] = [];
  const folds: SlotFold[] = [];
  let rest = [...cluster];
  while (rest.length > 0) {
    const first = worstOfFirstMinute(rest);
    const top = topOf(first.minute);
    const near = rest.filter((entry) => topOf(entry.minute) < top + SLOT_HEIGHT);
    const hidden = near.filter((entry) => entry !== first);
    slots.push({ entry: first, top, lane: 0, lanes: 1, hasFold: hidden.length > 0 });
    if (hidden.length > 0) folds.push({ top, entries: hidden });
    rest = rest.slice(near.length);
  }
  return { slots, folds };
}

/** Of several at the same minute, the one that wants attention is the one to be seen. */
function worstOfFirstMinute(entries: readonly DayEntry[]): DayEntry {
  const same = entries.filter((entry) => entry.minute === entries[0]?.minute);
  return worstOf(same);
}

/** The one that wants attention most; the first of several. */
export function worstOf(entries: readonly DayEntry[]): DayEntry {
  return entries.reduce((worst, entry) => (gravity(entry) > gravity(worst) ? entry : worst));
}

function gravity({ slot }: DayEntry): number {
  if (slot === undefined) return 0;
  if (slot.fate === 'failed') return 6;
  if (slot.fate === 'ran') {
    const status = slot.runStatus ?? '';
    if (status === 'failed' || status === 'rejected') return 5;
    if (status === 'waiting') return 3;
    return status === 'running' ? 2 : 1;
  }
  return slot.fate === 'missed' ? 4 : 1;
}
