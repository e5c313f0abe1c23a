import type { Clock } from '../lib/clock.ts';
import type { StepProcess } from '../platform/step-process.ts';
import type { StepProcesses } from '../platform/step-processes.ts';

export interface StopOptions {
  readonly clock: Clock;
  readonly processes: StepProcesses;
  /** Asked for its group anew each time: of an adopted one that may be known late. */
  readonly step: Pick<StepProcess, 'groupId' | 'beginNoMore'>;
  readonly signal: NodeJS.Signals;
  /** Milliseconds between the signal and SIGKILL. */
  readonly graceMs: number;
  /** The signal waits for it: a crash must not take back why a step was ended, or its end would be a failure. */
  readonly stored: Promise<void>;
}

/** A stop that has begun. `whenGone` calls back once no process of the step is left, its children included. */
export interface StepStop {
  readonly whenGone: (gone: () => void) => void;
  readonly cancel: () => void;
}

// No system call reports that a group of strangers has become empty; this is asked for seconds at the most.
const LOOK_MS = 20;

/** Signals the group of a step, and kills what is left of it when the grace is over. */
export function stopGroup(options: StopOptions): StepStop {
  const { clock, processes, step, signal, graceMs, stored } = options;
  let isCancelled = false;
  let cancelLook = (): void => undefined;
  void stored.then(() => {
    if (isCancelled) return;
    step.beginNoMore();
    processes.signalGroup(step.groupId(), signal);
  });
  const cancelKill = clock.after(graceMs, () => processes.signalGroup(step.groupId(), 'SIGKILL'));

  function whenGone(gone: () => void): void {
    if (!processes.groupIsAlive(step.groupId())) {
      cancelKill();
      gone();
      return;
    }
    cancelLook = clock.after(LOOK_MS, () => whenGone(gone));
  }

  return {
    whenGone,
    cancel: () => {
      isCancelled = true;
      cancelKill();
      cancelLook();
    },
  };
}
