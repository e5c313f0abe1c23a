import type { Clock } from '../../lib/clock.ts';

/** Lines at once, and those that each minute gives back: a flood of a whole day fills some 20 MB and not the disk. */
const MAX_AT_ONCE = 600;
const PER_MINUTE = 100;
const MINUTE_MS = 60_000;

export interface RefusalGateOptions {
  readonly clock: Pick<Clock, 'elapsed' | 'after'>;
  /** Told once a minute how many did not pass. */
  readonly counted: (kept: number) => void;
}

/** Lets so many refusals into the audit log and counts the others. */
export class RefusalGate {
  readonly #options: RefusalGateOptions;
  #room = MAX_AT_ONCE;
  #since: number;
  #kept = 0;
  #cancel: () => void = () => undefined;

  constructor(options: RefusalGateOptions) {
    this.#options = options;
    this.#since = options.clock.elapsed();
  }

  /** Whether one more may stand in the log; it is counted if not. */
  passes(): boolean {
    this.#refill();
    if (this.#room >= 1) {
      this.#room -= 1;
      return true;
    }
    this.#kept += 1;
    if (this.#kept === 1) this.#cancel = this.#options.clock.after(MINUTE_MS, () => this.#tell());
    return false;
  }

  /** Tells what was counted. */
  stop(): void {
    this.#cancel();
    if (this.#kept > 0) this.#tell();
  }

  #refill(): void {
    const now = this.#options.clock.elapsed();
    this.#room = Math.min(MAX_AT_ONCE, this.#room + ((now - this.#since) / MINUTE_MS) * PER_MINUTE);
    this.#since = now;
  }

  #tell(): void {
    this.#options.counted(this.#kept);
    this.#kept = 0;
  }
}
