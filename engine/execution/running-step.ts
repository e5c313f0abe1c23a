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

/** One execution of a step, from the decision to begin it until nothing of it is left. */
export interface RunningStep {
  /** Starts the process. `began` is called in the turn in which it has begun. */
  readonly launch: (
    prepare: () => Promise<LaunchOptions>,
    began: (identity: ProcessIdentity) => void,
  ) => Promise<void>;
  /** Takes over a process that an earlier engine started. */
  readonly adopt: (process: {
    readonly identity: ProcessIdentity | null;
    readonly recordFile: string;
    readonly nonce: string;
    readonly startedAt: number;
  }) => void;
  readonly stop: () => void;
  /** Looks away and lets the process live. */
  readonly detach: () => void;
}

export const newNonce = (): string => randomBytes(8).toString('hex');

export function createRunningStep(options: RunningStepOptions): RunningStep {
  const { clock, spawns, step } = options;
  let process: StepProcess | null = null;
  let stopping: StepStop | null = null;
  let stopped = false;
  let timedOut = false;
  let cancelTimeout = (): void => undefined;
  let over = false;

  function finish(end: StepEnd): void {
    if (over) return;
    over = true;
    cancelTimeout();
    stopping?.cancel();
    options.ended(end);
  }
  function processEnded(end: ProcessEnd): void {
    const report = (): void => finish({ kind: 'process', end, stopped, timedOut });
    // Without its launcher nobody watches over what is left of the step.
    if (end.kind === 'unknown' && process !== null) signalGroup(process.identity.pid, 'SIGKILL');
    if (stopping === null) report();
    else stopping.whenGone(report);
  }
  function beginStop(): void {
    if (stopping !== null || process === null) return;
    stopping = stopGroup({
      clock,
      groupId: process.identity.pid,
      signal: stopSignalOf(step),
      graceMs: options.graceMs,
    });
  }
  function limitTime(startedAt: number): void {
    if (step.timeoutSec === 0) return;
    cancelTimeout = clock.after(startedAt + step.timeoutSec * 1000 - clock.now(), () => {
      timedOut = true;
      beginStop();
    });
  }
  function spawnNow(launch: LaunchOptions, began: (identity: ProcessIdentity) => void): void {
    if (over) return;
    if (stopped) {
      finish({ kind: 'stopped-before-start' });
      return;
    }
    try {
      process = launchStep(launch, processEnded);
    } catch (error) {
      finish({ kind: 'refused', error: `the process cannot be started: ${messageOf(error)}` });
      return;
    }
    limitTime(clock.now());
    began(process.identity);
  }

  return {
    launch: async (prepare, began) => {
      try {
        const launch = await prepare();
        spawns.add(() => spawnNow(launch, began));
      } catch (error) {
        finish({ kind: 'refused', error: messageOf(error) });
      }
    },
    adopt: ({ startedAt, ...known }) => {
      process = adoptStep({ ...known, clock }, processEnded);
      limitTime(startedAt);
    },
    stop: () => {
      stopped = true;
      beginStop();
    },
    detach: () => {
      over = true;
      cancelTimeout();
      stopping?.cancel();
      process?.detach();
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
