import type { CronLine } from './cron-line.ts';
import { DAY_MS, type WallTime } from './wall-time.ts';
import type { Stretch, ZoneOffsets } from './zone-offsets.ts';

/** How the rule for changes of the clock acted on a slot; `none` on all other days. */
export type ClockRule = 'none' | 'gap' | 'overlap' | 'elapsed';

/** A time at which one line of a schedule is due. */
export interface LineSlot {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly rule: ClockRule;
  /** What the clocks show at that time. */
  readonly wall: WallTime;
  /** The wall time for which the line is due. It differs from `wall` where it does not exist. */
  readonly named: WallTime;
  /** Of the zone at that time, in milliseconds. */
  readonly offset: number;
}

export interface SlotRange {
  /** Exclusive. */
  readonly after: number;
  /** Inclusive. */
  readonly until: number;
}

/** No clock has been set back by more. */
const LONGEST_OVERLAP_MS = 2 * DAY_MS;

/** When a line is due: sorted, each time once. It is found only as far as somebody asks. */
export function* lineSlots(
  line: CronLine,
  zone: Pick<ZoneOffsets, 'stretchAt'>,
  range: SlotRange,
): Generator<LineSlot, void> {
  let stretch = zone.stretchAt(range.after - LONGEST_OVERLAP_MS);
  let shown = stretch.from + stretch.offset;
  while (stretch.from <= range.until) {
    const next = zone.stretchAt(stretch.to);
    const view = { stretch, shown, repeated: next.from + next.offset };
    yield* line.isElapsed ? elapsedSlots(line, view, range) : civilSlots(line, view, range);
    shown = Math.max(shown, stretch.to + stretch.offset);
    stretch = next;
  }
}

interface View {
  readonly stretch: Stretch;
  /** Exclusive end of the wall times that were shown before the stretch. */
  readonly shown: WallTime;
  /** From here to its end, wall times of the stretch will be shown again. */
  readonly repeated: WallTime;
}

/** Each wall time once: the first time that it is shown or, where it never is, as soon as it has been passed over. */
function* civilSlots(line: CronLine, view: View, range: SlotRange): Generator<LineSlot, void> {
  const { stretch, shown, repeated } = view;
  const start = stretch.from + stretch.offset;
  const missing = line.first(shown, start);
  if (missing !== null && isWithin(stretch.from, range)) {
    yield { ...slotAt(start, stretch), rule: 'gap', named: missing };
  }
  // The start itself has its slot then.
  const fresh = missing === null ? Math.max(start, shown) : start + 1;
  for (const wall of matches(line, stretch, { ...range, from: fresh })) {
    yield { ...slotAt(wall, stretch), rule: wall < repeated ? 'none' : 'overlap' };
  }
}

/** Each time that it is shown. */
function* elapsedSlots(
  line: CronLine,
  { stretch, shown, repeated }: View,
  range: SlotRange,
): Generator<LineSlot, void> {
  const start = stretch.from + stretch.offset;
  const missing = line.first(shown, start);
  const first = missing === null ? null : line.first(start, Infinity);
  for (const wall of matches(line, stretch, { ...range, from: start })) {
    const slot = slotAt(wall, stretch);
    const isTwice = wall < shown || wall >= repeated;
    if (missing !== null && wall === first) yield { ...slot, rule: 'elapsed', named: missing };
    else yield { ...slot, rule: isTwice ? 'elapsed' : 'none' };
  }
}

function* matches(
  line: CronLine,
  { offset, to }: Stretch,
  { from, after, until }: SlotRange & { readonly from: WallTime },
): Generator<WallTime, void> {
  const end = Math.min(to, until + 1) + offset;
  let wall = line.first(Math.max(from, after + offset + 1), end);
  while (wall !== null) {
    yield wall;
    wall = line.first(wall + 1, end);
  }
}

const isWithin = (at: number, { after, until }: SlotRange): boolean => at > after && at <= until;

const slotAt = (wall: WallTime, { offset }: Stretch) => ({
  at: wall - offset,
  wall,
  named: wall,
  offset,
});
