import { randomBytes } from 'node:crypto';
import type { Step } from '../dag/definition.ts';
import type { Clock } from '../lib/clock.ts';
import type { ProcessIdentity } from '../platform/process-identity.ts';
import type { SpawnQueue } from '../platform/spawn-queue.ts';
import {
  adoptStep,
  launchStep,
  signalGroup,
  type LaunchOptions,
  type ProcessEnd,
  type StepProcess,
} from '../platform/step-process.ts';
import { stopSignalOf } from './prepare-step.ts';
import { stopGroup, type StepStop } from './step-stop.ts';

/** How a running step came to its end. `refused`: its process never began, for the reason given. */
export type StepEnd =
  | {
      readonly kind: 'process';
      readonly end: ProcessEnd;
      readonly stopped: boolean;
      readonly timedOut: boolean;
    }
  | { readonly kind: 'refused'; readonly error: string }
  | { readonly kind: 'stopped-before-start' };

export interface RunningStepOptions {
  readonly clock: Clock;
  readonly spawns: SpawnQueue;
  readonly step: Step;
  /** Milliseconds between the stop signal and SIGKILL. */
  readonly graceMs: number;
  readonly ended: (end: StepEnd) => void;
}

/** A process that an earlier engine started. */
export interface EarlierProcess {
  readonly identity: ProcessIdentity | null;
  readonly recordFile: string;
  readonly nonce: string;
  readonly startedAt: number;
}

export const newNonce = (): string => randomBytes(8).toString('hex');

/** One execution of a step, from the decision to begin it until nothing of it is left. */
export class RunningStep {
  readonly #options: RunningStepOptions;
  #process: StepProcess | null = null;
  #stopping: StepStop | null = null;
  #stopped = false;
  #timedOut = false;
  #over = false;
  #cancelTimeout: () => void = () => undefined;
  readonly #preparation = new AbortController();

  constructor(options: RunningStepOptions) {
    this.#options = options;
  }

  /** Starts the process. `began` is called in the turn in which it has begun. */
  async launch(
    prepare: (signal: AbortSignal) => Promise<LaunchOptions>,
    began: (identity: ProcessIdentity) => void,
  ): Promise<void> {
    if (this.#over) return;
    try {
      const launch = await prepare(this.#preparation.signal);
      this.#options.spawns.add(() => this.#spawn(launch, began));
    } catch (error) {
      this.#finish({ kind: 'refused', error: messageOf(error) });
    }
  }

  adopt({ startedAt, ...known }: EarlierProcess): void {
    const { clock } = this.#options;
    this.#process = adoptStep({ ...known, clock }, (end) => this.#processEnded(end));
    this.#limitTime(startedAt);
  }

  stop(): void {
    this.#stopped = true;
    if (this.#process === null) this.#finish({ kind: 'stopped-before-start' });
    else this.#beginStop();
  }

  /** Looks away and lets the process live. Returns whether there is one. */
  detach(): boolean {
    this.#over = true;
    this.#cancelTimeout();
    this.#preparation.abort();
    this.#stopping?.cancel();
    this.#process?.detach();
    return this.#process !== null;
  }

  #spawn(launch: LaunchOptions, began: (identity: ProcessIdentity) => void): void {
    if (this.#over) return;
    try {
      this.#process = launchStep(launch, (end) => this.#processEnded(end));
    } catch (error) {
      this.#finish({
        kind: 'refused',
        error: `the process cannot be started: ${messageOf(error)}`,
      });
      return;
    }
    this.#limitTime(this.#options.clock.now());
    began(this.#process.identity);
  }

  #limitTime(startedAt: number): void {
    const { clock, step } = this.#options;
    if (step.timeoutSec === 0) return;
    const due = startedAt + step.timeoutSec * 1000;
    this.#cancelTimeout = clock.after(due - clock.now(), () => {
      this.#timedOut = true;
      this.#beginStop();
    });
  }

  #beginStop(): void {
    if (this.#stopping !== null || this.#process === null) return;
    const { clock, step, graceMs } = this.#options;
    const { groupId } = this.#process;
    this.#stopping = stopGroup({ clock, groupId, signal: stopSignalOf(step), graceMs });
  }

  #processEnded(end: ProcessEnd): void {
    const report = (): void =>
      this.#finish({
        kind: 'process',
        end,
        stopped: this.#stopped,
        timedOut: this.#timedOut,
      });
    if (this.#stopping !== null) {
      this.#stopping.whenGone(report);
      return;
    }
    // Without its launcher nobody watches over what is left of the step.
    if (end.kind === 'unknown' && this.#process !== null) {
      signalGroup(this.#process.groupId(), 'SIGKILL');
    }
    report();
  }

  #finish(end: StepEnd): void {
    if (this.#over) return;
    this.#over = true;
    this.#cancelTimeout();
    this.#preparation.abort();
    this.#stopping?.cancel();
    this.#options.ended(end);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
