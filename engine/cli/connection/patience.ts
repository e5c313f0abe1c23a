import type { Clock } from '../../lib/clock.ts';
import { HomeInUse } from '../../lib/start-error.ts';

/** A command that has the home answers within that, or has ended; an engine that ends has ended. */
const PATIENCE_MS = 15_000;
const LOOK_MS = 30;

/** How long a command waits for a home: each process that has it is given its time. */
export class Patience {
  readonly #clock: Clock;
  #last: number;
  #pid: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#last = clock.elapsed() + PATIENCE_MS;
  }

  get isOver(): boolean {
    return this.#clock.elapsed() > this.#last;
  }

  /**
   * Waits a moment, where that may help.
   *
   * @throws the refusal, where the home is held by an engine that stays, or for too long by one process.
   */
  async after(refusal: unknown, { andServices = false } = {}): Promise<void> {
    if (!(refusal instanceof HomeInUse)) throw refusal;
    if (refusal.pid !== this.#pid) {
      this.#pid = refusal.pid;
      this.#last = this.#clock.elapsed() + PATIENCE_MS;
    }
    const mayPass = refusal.isByCommand || andServices;
    if (!mayPass || this.isOver) throw refusal;
    await this.pause();
  }

  pause(): Promise<void> {
    return new Promise((resolve) => this.#clock.after(LOOK_MS, resolve));
  }
}
