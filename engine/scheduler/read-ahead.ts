import { nextTurn } from '../lib/next-turn.ts';
import type { KnownSchedules } from './known-schedules.ts';
import type { ScheduledDags } from './ports.ts';

/** Long enough for a thousand definitions, and for two looks. */
const AHEAD_MS = 10_000;
/** Read in one turn of the event loop. */
const AT_ONCE = 4;

/**
 * Reads definitions a moment before they are due: most of what a run costs to accept is its definition, and at a full minute
 * hundreds may be asked for at once.
 */
export class ReadAhead {
  readonly #known: Pick<KnownSchedules, 'dueWithin'>;
  readonly #dags: Pick<ScheduledDags, 'readAhead'>;
  /** What is due until then has been read. */
  #until = -Infinity;
  #waiting: string[] = [];

  constructor(known: Pick<KnownSchedules, 'dueWithin'>, dags: Pick<ScheduledDags, 'readAhead'>) {
    this.#known = known;
    this.#dags = dags;
  }

  look(now: number): void {
    const until = now + AHEAD_MS;
    // A clock that was set back starts over.
    const after = Math.min(this.#until, until);
    this.#until = until;
    const due = this.#known.dueWithin(after, until);
    const isIdle = this.#waiting.length === 0;
    // The last ones first: where memory does not hold all of them, it then holds the first that are asked for.
    this.#waiting = [...due.toReversed(), ...this.#waiting];
    if (isIdle && due.length > 0) void this.#read();
  }

  /** Reads nothing more. */
  stop(): void {
    this.#waiting = [];
  }

  async #read(): Promise<void> {
    while (this.#waiting.length > 0) {
      for (const fileName of this.#waiting.splice(0, AT_ONCE)) this.#dags.readAhead(fileName);
      await nextTurn();
    }
  }
}
