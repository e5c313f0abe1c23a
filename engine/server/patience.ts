import type { Clock } from '../lib/clock.ts';
import { HomeInUse } from '../lib/start-error.ts';

/** A process that has the home answers within that, or has ended. */
const PATIENCE_MS = 15_000;
/** Nobody wonders before. */
const TELL_MS = 3000;
const LOOK_MS = 30;

/** A process that has the home. */
export interface Holder {
  readonly pid: number;
  readonly isByCommand: boolean;
  /** How long it had to answer. */
  readonly waitedMs: number;
}

interface Options {
  /**
   * For a process that only wants to ask the engine: one that stays may come to answer, too, and this is what to say of one that
   * does not. Null: the home itself is wanted, which an engine that stays does not give.
   */
  readonly noAnswer: ((holder: Holder) => Error) | null;
  /** Called once when it takes a while, with the process that is waited for. */
  readonly tell?: (pid: number) => void;
}

/** How long a process waits for a home: each other one that has it is given its time. */
export class Patience {
  readonly #clock: Clock;
  readonly #options: Options;
  readonly #begun: number;
  #last: number;
  #pid: number | null = null;
  #hasTold = false;

  constructor(clock: Clock, options: Options) {
    this.#clock = clock;
    this.#options = options;
    this.#begun = clock.elapsed();
    this.#last = this.#begun + PATIENCE_MS;
  }

  get isOver(): boolean {
    return this.#clock.elapsed() > this.#last;
  }

  /**
   * Waits a moment, where that may help.
   *
   * @throws the refusal, where waiting is in vain; what `noAnswer` says where one process has had its time to answer.
   */
  async after(refusal: unknown): Promise<void> {
    if (!(refusal instanceof HomeInUse)) throw refusal;
    if (refusal.pid !== this.#pid) {
      this.#pid = refusal.pid;
      this.#last = this.#clock.elapsed() + PATIENCE_MS;
    }
    const { pid, isByCommand } = refusal;
    const { noAnswer } = this.#options;
    const mayPass = isByCommand || noAnswer !== null;
    // Of one that nobody knows nothing can be expected.
    if (pid === null || !mayPass) throw refusal;
    if (this.isOver) throw noAnswer?.({ pid, isByCommand, waitedMs: PATIENCE_MS }) ?? refusal;
    this.#tell(pid);
    await this.pause();
  }

  pause(): Promise<void> {
    return new Promise((resolve) => this.#clock.after(LOOK_MS, resolve));
  }

  #tell(pid: number): void {
    if (this.#hasTold || this.#clock.elapsed() < this.#begun + TELL_MS) return;
    this.#hasTold = true;
    this.#options.tell?.(pid);
  }
}
