import { readProcFile } from './proc-file.ts';

/** More processes than any machine starts in a millisecond. */
const STARTS_PER_MS = 50;
/** So that they take little memory; the next looks find out again what they need. */
const MAX_KNOWN = 4096;

/** Stands for the cookie of a process without one. */
const NO_STEP = '';

/**
 * What looks at processes have found out about their numbers. Many steps that run at once are all looked for among the same
 * numbers, those of the others included: so each is found out once, and not by each of them.
 */
export class KnownNumbers {
  readonly #owners = new Map<number, string>();
  #last = 0;
  #since = 0;

  /** Forgets all when numbers may have been given out again. `last`: the one that was given last. */
  follow(last: number): void {
    const now = performance.now();
    const mayBeAnew = last < this.#last || now - this.#since > roundMs();
    if (mayBeAnew || this.#owners.size > MAX_KNOWN) this.#owners.clear();
    if (this.#owners.size === 0) this.#since = now;
    this.#last = last;
  }

  /** Whether the number certainly is not that of a process of the step with this cookie; null: of any step. */
  isNoneOf(cookie: string | null, number: number): boolean {
    const owner = this.#owners.get(number);
    return owner === NO_STEP || (owner !== undefined && cookie !== null && owner !== cookie);
  }

  /** The process that has the number carries this cookie, and no other one as long as it lives. */
  noteStep(number: number, cookie: string): void {
    this.#owners.set(number, cookie);
  }

  /** The process that has the number is no step's, and will not become one. */
  noteNoStep(number: number): void {
    this.#owners.set(number, NO_STEP);
  }
}

/** Milliseconds in which no number is given out twice: they are given in order, and again when all have been. */
export function roundMs(): number {
  knownCount ??= Number(readProcFile('/proc/sys/kernel/pid_max') ?? 0);
  return knownCount / STARTS_PER_MS;
}
let knownCount: number | undefined;
