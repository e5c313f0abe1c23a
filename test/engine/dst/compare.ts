import { parseScheduleEntry, slotsBetween } from '../../../engine/dag/schedule.ts';
import { readCronLine } from './cron-match.ts';
import { dueMinutes } from './minute-walker.ts';
import { patternsAround } from './patterns.ts';
import type { Transition } from './transitions.ts';
import { wallTimes, type WallTimes } from './wall-times.ts';

const MINUTE_MS = 60_000;
/** On either side of the transition. */
const AROUND_MINUTES = 18 * 60;
/** No clock has been set back by more. */
const LEAD_MINUTES = 26 * 60;

/** Of what only one side has. */
const SHOWN = 5;

/** Where the engine and the walk differ. */
export interface Difference {
  readonly transition: Transition;
  readonly cron: string;
  readonly expected: readonly number[];
  readonly got: readonly number[];
}

/** Holds the engine's slots around one transition after another against a walk from minute to minute. */
export class Comparison {
  readonly differences: Difference[] = [];
  patterns = 0;
  slots = 0;
  walks = 0;
  readonly #walked = new Map<string, readonly number[]>();

  add(transition: Transition): void {
    const middle = transition.at / MINUTE_MS;
    const times = wallTimes(
      transition.timezone,
      middle - AROUND_MINUTES - LEAD_MINUTES,
      middle + AROUND_MINUTES,
    );
    const clock = clockKey(times);
    for (const cron of patternsAround(transition)) {
      const expected = this.#expected(cron, times, `${clock} ${cron}`);
      const got = engineSlots(cron, transition);
      this.patterns += 1;
      this.slots += expected.length;
      if (!isSame(expected, got)) this.differences.push({ transition, cron, expected, got });
    }
  }

  /** A walk is made once for all zones whose wall clocks showed the same in each of its minutes. */
  #expected(cron: string, times: WallTimes, key: string): readonly number[] {
    const known = this.#walked.get(key);
    if (known !== undefined) return known;
    this.walks += 1;
    const due = dueMinutes(readCronLine(cron), times)
      .filter((minute) => minute > times.first + LEAD_MINUTES)
      .map((minute) => minute * MINUTE_MS);
    this.#walked.set(key, due);
    return due;
  }
}

/** As text, what identifies a walk: where it begins, and each minute at which the clock jumps and by how much. */
function clockKey({ first, shown }: WallTimes): string {
  const jumps = shown.flatMap((civil, index) => {
    const before = shown[index - 1] ?? first - 1;
    return civil === before + 1 ? [] : [`${index}:${civil - before}`];
  });
  return `${first} ${jumps.join(' ')}`;
}

function engineSlots(cron: string, { timezone, at }: Transition): readonly number[] {
  const entry = parseScheduleEntry(cron);
  if ('problem' in entry) throw new Error(`"${cron}" is refused: ${entry.problem}`);
  const around = AROUND_MINUTES * MINUTE_MS;
  const range = { after: at - around, until: at + around, timezone };
  return [...slotsBetween([entry], range)].map((slot) => slot.at);
}

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index]);

/** One difference in words: what only one side has. */
export function describeDifference({ transition, cron, expected, got }: Difference): string {
  const { timezone, at, jump } = transition;
  const text = (times: readonly number[]): string => {
    const first = times.slice(0, SHOWN).map((time) => new Date(time).toISOString().slice(0, 16));
    const more = times.length > SHOWN ? ` and ${times.length - SHOWN} more` : '';
    return first.join(' ') + more || 'none';
  };
  const missing = expected.filter((time) => !got.includes(time));
  const extra = got.filter((time, index) => !expected.includes(time) || got.indexOf(time) < index);
  return `${timezone} ${text([at])} (${jump} min) "${cron}": missing ${text(missing)}; too many ${text(extra)}`;
}
