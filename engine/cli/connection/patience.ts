import type { Clock } from '../../lib/clock.ts';
import { HomeInUse } from '../../lib/start-error.ts';
import { CliError } from '../cli-error.ts';

/** A process that has the home answers within that, or has ended. */
const PATIENCE_MS = 15_000;
/** Nobody wonders before. */
const TELL_MS = 3000;
const LOOK_MS = 30;

interface Options {
  /** Whether one that stays may come to answer, or end: for who only wants to ask it. */
  readonly isForServices: boolean;
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
   * @throws the refusal, where waiting is in vain; CliError where one process has had its time to answer.
   */
  async after(refusal: unknown): Promise<void> {
    if (!(refusal instanceof HomeInUse)) throw refusal;
    if (refusal.pid !== this.#pid) {
      this.#pid = refusal.pid;
      this.#last = this.#clock.elapsed() + PATIENCE_MS;
    }
    const { pid, isByCommand } = refusal;
    const mayPass = isByCommand || this.#options.isForServices;
    // Of one that nobody knows nothing can be expected.
    if (pid === null || !mayPass) throw refusal;
    if (this.isOver) throw this.#options.isForServices ? noAnswer(pid, isByCommand) : refusal;
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

/** Whoever wants to ask an engine is not helped by the advice to stop it. */
function noAnswer(pid: number, isByCommand: boolean): CliError {
  const who = isByCommand ? 'The command that is using this home' : 'The engine';
  return new CliError(`${who} (process ${pid}) did not answer within ${PATIENCE_MS / 1000} s.`, {
    hint: 'It may be stopped, or the computer may be busy. Try again, or end that process and start the engine again: its steps keep running.',
  });
}
