/** What a routine waits for: a time, something else, or whichever comes first. */
export interface Wait {
  /** Milliseconds; left out: for ever. */
  readonly until?: number;
  readonly or?: () => boolean;
  /** Of what can go on at the same time, that of the lowest turn does; 0 when left out. */
  readonly turn?: Turn;
}

/** First things are settled, then all that may begin begins, then it does what takes no time, then the rest. */
export type Turn = 0 | 1 | 2 | 3;
export const TURN = { begin: 1, instant: 2, last: 3 } as const satisfies Record<string, Turn>;

/** One thing that goes on, written as a straight story; it yields where it waits. */
export type Routine<T = void> = Generator<Wait, T, undefined>;

interface Waiting {
  readonly routine: Routine;
  wait: Wait;
}

const MAX_STEPS = 100_000;

/** Lets many stories go on in one thread, in a time that passes only when all of them wait. */
export class VirtualTime {
  now = 0;
  /** Two things happened at the same time, so their order is anybody's guess. */
  tied = false;
  readonly #waiting: Waiting[] = [];

  start(routine: Routine): void {
    this.#waiting.push({ routine, wait: { until: this.now } });
  }

  /** Until nobody waits for a time any more. */
  run(): void {
    for (let steps = 0; ; steps++) {
      if (steps > MAX_STEPS) throw new Error('The model goes round in circles.');
      const next = this.#next();
      if (next !== undefined) {
        this.#step(next);
        continue;
      }
      const times = this.#waiting.map(({ wait }) => wait.until ?? Infinity);
      const due = Math.min(...times);
      if (due === Infinity) return;
      this.tied ||= times.filter((time) => time === due).length > 1;
      this.now = due;
    }
  }

  #next(): Waiting | undefined {
    let next: Waiting | undefined;
    for (const each of this.#waiting) {
      const isSooner = next === undefined || (each.wait.turn ?? 0) < (next.wait.turn ?? 0);
      if (isSooner && this.#mayGoOn(each.wait)) next = each;
    }
    return next;
  }

  #mayGoOn({ until = Infinity, or }: Wait): boolean {
    return until <= this.now || or?.() === true;
  }

  #step(waiting: Waiting): void {
    const { done, value } = waiting.routine.next();
    if (done === true) this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
    else waiting.wait = value;
  }
}
