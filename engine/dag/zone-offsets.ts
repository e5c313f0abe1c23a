import { keepLast } from '../lib/keep-last.ts';
import { DAY_MS } from './wall-time.ts';

/** A time during which the clocks of a zone are not set. */
export interface Stretch {
  /** Inclusive; milliseconds since the epoch, as all times here. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** Milliseconds by which its wall times are ahead of UTC. */
  readonly offset: number;
}

/** When the clocks of a time zone were and will be set, as the time zone data of Node knows it. */
export class ZoneOffsets {
  readonly timezone: string;
  readonly #format: Intl.DateTimeFormat;
  readonly #years = new Map<number, readonly Stretch[]>();

  /** @throws RangeError for an unknown zone. */
  constructor(timezone: string) {
    this.timezone = timezone;
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      timeZoneName: 'longOffset',
    });
  }

  /** The one around an instant. It ends with the year in UTC at the latest; the next may have the same offset. */
  stretchAt(instant: number): Stretch {
    const year = new Date(instant).getUTCFullYear();
    const stretches = this.#years.get(year) ?? this.#stretchesOf(year);
    this.#years.set(year, stretches);
    const found = stretches.find(({ to }) => instant < to);
    if (!found) throw new Error(`${this.timezone} has no offset in ${year}`);
    return found;
  }

  /** Looks at each day: no zone sets its clocks and sets them back within one. */
  #stretchesOf(year: number): readonly Stretch[] {
    const end = Date.UTC(year + 1, 0);
    const stretches: Stretch[] = [];
    let from = Date.UTC(year, 0);
    let offset = this.#offsetAt(from);
    for (let seen = from; seen < end - 1;) {
      const next = Math.min(seen + DAY_MS, end - 1);
      if (this.#offsetAt(next) === offset) {
        seen = next;
        continue;
      }
      // What is left of this day is looked at again.
      seen = this.#changeBetween(seen, next, offset);
      stretches.push({ from, to: seen, offset });
      from = seen;
      offset = this.#offsetAt(seen);
    }
    return [...stretches, { from, to: end, offset }];
  }

  /** The first instant with another offset, by halving. */
  #changeBetween(same: number, other: number, offset: number): number {
    let [low, high] = [same, other];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.#offsetAt(middle) === offset) low = middle;
      else high = middle;
    }
    return high;
  }

  #offsetAt(instant: number): number {
    const text = this.#format.format(instant);
    const [, sign, hours = '0', minutes = '0', seconds = '0'] =
      /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text) ?? [];
    const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
    return sign === '-' ? -size : size;
  }
}

/** More zones than schedules name, and few enough for the memory: one takes some 65 KB. */
const MAX_ZONES = 64;

/** What is known of a zone is kept: finding it out takes up to a millisecond for each year. */
export const zoneOffsets = keepLast(MAX_ZONES, (timezone) => new ZoneOffsets(timezone));
