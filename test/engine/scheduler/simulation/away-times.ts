import { LIVE_MS } from './scene.ts';

export type Cause = 'engine_off' | 'asleep' | 'clock_forward' | 'busy';

interface Away {
  readonly cause: Exclude<Cause, 'busy'>;
  /** Wall clock; what is certain to be covered. */
  from: number;
  readonly to: number;
  /** What may be covered as well: the engine knows only when it last looked. */
  earliest: number;
  latest: number;
  /** Those of one number may have come to the engine's notice together, so any may stand for all of them. */
  readonly group: number;
}

/** The engine looks at least this often, and again this long after the machine woke. */
const LOOK_MS = 5000;
/** The engine stores at least this often that it was there. */
const SEEN_MS = 60_000;

/** An engine that is off for less has not been away. */
const SHORTEST_OFF_MS = 60_000;

/** When nobody could act on a slot, and why, as the world knows it. Times are those of the wall clock. */
export class AwayTimes {
  readonly #aways: Away[] = [];
  #group = 0;
  /** For how long the machine slept unnoticed. */
  #sleptMs = 0;
  /** Groups that the engine may never have noticed. */
  readonly #unnoticed = new Set<number>();
  /** By how much the clock was set back unnoticed. */
  #backMs = 0;
  #lastAwake = -Infinity;

  /** The wall clock was disturbed; `awake` is when, in awake time. Whatever came just before belongs to it. */
  disturbed(awake: number): void {
    if (awake - this.#lastAwake > LOOK_MS) {
      this.#group += 1;
      this.#backMs = 0;
      this.#sleptMs = 0;
    }
    this.#lastAwake = awake;
  }

  slept(from: number, to: number): void {
    // Where the clock was set back just before, the engine may count from what it showed until then.
    const latest = to + LOOK_MS + this.#backMs;
    this.#add({ cause: 'asleep', from, to, earliest: from - LIVE_MS, latest });
    this.#sleptMs += to - from;
    for (const away of this.#aways) {
      const isSame = away.group === this.#group && away.cause === 'clock_forward';
      if (isSame) away.from += to - from;
    }
  }

  setBack(byMs: number): void {
    this.#backMs += byMs;
  }

  /** What had been due before the engine looked again is late for no cause that it could name. */
  setForward(from: number, to: number): void {
    this.#add({
      cause: 'clock_forward',
      // The engine goes by what the clock had shown before it was set back.
      from: from + LOOK_MS + this.#sleptMs + this.#backMs,
      to,
      earliest: from - LIVE_MS,
      latest: to + LOOK_MS,
    });
  }

  /** The engine was stopped in good order, perhaps before it noticed what came just before. */
  stopped(awake: number): void {
    if (awake - this.#lastAwake <= LOOK_MS) this.#unnoticed.add(this.#group);
  }

  /** `lowest`: the earliest that the wall clock showed in the last moments of the engine. */
  off(from: number, lowest: number, to: number): void {
    const earliest = lowest - SEEN_MS - LOOK_MS;
    if (to - earliest <= SHORTEST_OFF_MS) return;
    // Whether it was long enough depends on when the engine was last seen.
    const certainTo = to - from > SHORTEST_OFF_MS ? to : from;
    this.#add({ cause: 'engine_off', from, to: certainTo, earliest, latest: to });
  }

  /** What may stand as the cause of a slot that was due at `at`. */
  causesOf(at: number): ReadonlySet<string> {
    const possible = this.#aways.filter(({ earliest, latest }) => at >= earliest && at <= latest);
    // One that ended while the slot could still be acted on is not why it was missed.
    const isCertain = possible.some(
      ({ from, to, group }) => at > from && to - at >= LIVE_MS && !this.#unnoticed.has(group),
    );
    const causes = new Set<string>(possible.map(({ cause }) => cause));
    if (!isCertain) causes.add('busy');
    return causes;
  }

  #add(away: Omit<Away, 'group'>): void {
    this.#aways.push({ ...away, group: this.#group });
    const together = this.#aways.filter(({ group }) => group === this.#group);
    const earliest = Math.min(...together.map((each) => each.earliest));
    const latest = Math.max(...together.map((each) => each.latest));
    for (const each of together) Object.assign(each, { earliest, latest });
  }
}
