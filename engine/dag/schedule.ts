import { isTimezone } from '../config/system-zone.ts';
import { keepLast } from '../lib/keep-last.ts';
import { cronLine } from './cron-line.ts';
import { cronProblem } from './cron-problem.ts';
import type { ScheduleEntry } from './definition.ts';
import { lineSlots, type LineSlot, type SlotRange } from './line-slots.ts';
import { REBOOT, shortForm, SHORT_FORMS } from './short-forms.ts';
import { quoted } from './source/source-node.ts';
import { DAY_MS, MINUTE_MS } from './wall-time.ts';
import { zoneOffsets } from './zone-offsets.ts';

/** What is wrong with a schedule line, as the end of a sentence. */
export interface ScheduleProblem {
  readonly problem: string;
  /** The line that was probably meant. */
  readonly meant?: string;
}

const FIELDS = 'minute hour day month weekday';

/** Thousands of DAGs have a few in common. */
const MAX_LINES = 1000;

/** Reads `minute hour day month weekday` or a short form such as `@daily`, with `CRON_TZ=<zone>` before it or not, and checks that it ever fires. */
export const parseScheduleEntry = keepLast(MAX_LINES, readLine);

/** How some other schedulers spell what is `CRON_TZ=` here. */
const OTHER_ZONE_PREFIX = /^\s*TZ=/i;

function readLine(expression: string): ScheduleEntry | ScheduleProblem {
  if (OTHER_ZONE_PREFIX.test(expression)) {
    const meant = expression.replace(OTHER_ZONE_PREFIX, 'CRON_TZ=');
    return { problem: `names its time zone in another way: did you mean ${quoted(meant)}?`, meant };
  }
  const [, timezone = null, line = ''] = /^\s*(?:CRON_TZ=(\S*)\s)?(.*)$/s.exec(expression) ?? [];
  if (timezone !== null && !isTimezone(timezone)) {
    return { problem: `has the unknown time zone \`${timezone}\`` };
  }
  const fields = line.split(/\s+/).filter((field) => field !== '');
  if (fields[0]?.startsWith('@')) return readShortForm(fields, { expression, timezone });
  const problem = fieldCountProblem(fields) ?? cronProblem(fields);
  if (problem !== null) return { problem };
  const cron = fields.join(' ');
  return cronLine(cron).everFires ? { expression, cron, timezone } : { problem: 'never fires' };
}

function readShortForm(
  [word = '', ...more]: readonly string[],
  written: Omit<ScheduleEntry, 'cron'>,
): ScheduleEntry | ScheduleProblem {
  const cron = shortForm(word);
  if (cron === undefined) {
    return {
      problem: `has the unknown short form ${quoted(word)}: use ${SHORT_FORMS.join(', ')}, or five fields (${FIELDS})`,
    };
  }
  if (more.length > 0) return { problem: `has more than the short form ${quoted(word)}` };
  return { ...written, cron };
}

function fieldCountProblem(fields: readonly string[]): string | null {
  const { length } = fields;
  if (length === 5) return null;
  return `has ${length} ${length === 1 ? 'field' : 'fields'}; it needs 5 (${FIELDS})`;
}

/** A time at which a schedule is due. */
export interface DueSlot extends LineSlot {
  /** The line that is due; the first of several. */
  readonly entry: ScheduleEntry;
  /** IANA zone in which the line is read. */
  readonly timezone: string;
}

export interface SlotsBetween {
  /** Exclusive; milliseconds since the epoch, as all times here. */
  readonly after: number;
  /** Inclusive; 30 years on when left out, which is only of use with a limit. */
  readonly until?: number;
  /** IANA zone of entries that name none. */
  readonly timezone: string;
  /** How many at most, the earliest ones. */
  readonly limit?: number;
}

/** A line that fires at all does so much sooner: leap days are eight years apart at most. */
const HORIZON_MS = 30 * 366 * DAY_MS;

/** When any of the entries is due: sorted, one for each instant (for the rule see the manual, "Schedules"). */
export function slotsBetween(
  entries: readonly ScheduleEntry[],
  { after, until = after + HORIZON_MS, timezone, limit = Infinity }: SlotsBetween,
): DueSlot[] {
  const sources = entries.map((entry) => entrySlots(entry, { after, until }, timezone));
  const heads = sources.map((source) => source.next().value);
  const slots: DueSlot[] = [];
  while (slots.length < limit) {
    const first = earliest(heads);
    if (first === undefined) break;
    slots.push(first);
    sources.forEach((source, index) => {
      if (heads[index]?.at === first.at) heads[index] = source.next().value;
    });
  }
  return slots;
}

/** When any of the entries is due next: after a time, which is excluded. Null for no entries. */
export function nextSlot(
  entries: readonly ScheduleEntry[],
  after: number,
  timezone: string,
): number | null {
  const times = entries.flatMap((entry) => nextOf(entry, after, timezone) ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

/** The last answers: between `after` and `at` a line is not due, whoever asks. */
const nextKnown = new WeakMap<ScheduleEntry, { zone: string; after: number; at: number }>();

function nextOf(entry: ScheduleEntry, after: number, fallback: string): number | null {
  const zone = entry.timezone ?? fallback;
  const known = nextKnown.get(entry);
  if (known?.zone === zone && known.after <= after && after < known.at) return known.at;
  const at = entrySlots(entry, { after, until: after + HORIZON_MS }, fallback).next().value?.at;
  if (at === undefined) return null;
  nextKnown.set(entry, { zone, after, at });
  return at;
}

/** Short ones first: most schedules are due more than once a day. The longest outlasts two leap days. */
const LOOKS_BACK_MS = [15 * MINUTE_MS, DAY_MS / 4, 2 * DAY_MS, 15 * DAY_MS, 100 * DAY_MS].concat(
  [2, 9].map((years) => years * 366 * DAY_MS),
);

/** When any of the entries was due last: before a time, which is excluded. Null where that is more than 9 years ago. */
export function previousSlot(
  entries: readonly ScheduleEntry[],
  before: number,
  timezone: string,
): number | null {
  for (const look of LOOKS_BACK_MS) {
    const range = { after: before - look, until: before - 1, timezone };
    const last = slotsBetween(entries, range).at(-1);
    if (last) return last.at;
  }
  return null;
}

function* entrySlots(
  entry: ScheduleEntry,
  range: SlotRange,
  fallback: string,
): Generator<DueSlot, void> {
  const timezone = entry.timezone ?? fallback;
  // When a machine boots is no matter of arithmetic: the scheduler knows.
  if (entry.cron === REBOOT) return;
  for (const slot of lineSlots(cronLine(entry.cron), zoneOffsets(timezone), range)) {
    yield { ...slot, entry, timezone };
  }
}

function earliest(heads: readonly (DueSlot | void)[]): DueSlot | undefined {
  let first: DueSlot | undefined;
  for (const head of heads) {
    if (head && (first === undefined || head.at < first.at)) first = head;
  }
  return first;
}
