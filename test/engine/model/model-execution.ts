import { countOf, type Model, type ModelRun } from './model-run.ts';
import { TURN, type Routine } from './virtual-time.ts';

export interface ExecutionEnd {
  readonly kind: 'exited' | 'stopped' | 'timed-out';
  readonly code: number;
  readonly text: string;
}

export interface ExecutionSetting {
  readonly step: string;
  readonly timeoutSec: number;
  /** DAG_RUN_STATUS of a handler. */
  readonly runStatus?: string;
  /** Whether it is to be ended. */
  readonly isCut: () => boolean;
}

/** One process: it ends by itself, or by a stop or its time limit, which it may outlive for a while. */
export function* execution(
  model: Model,
  run: ModelRun,
  { step, timeoutSec, runStatus, isCut }: ExecutionSetting,
): Routine<ExecutionEnd> {
  const { time, script } = model;
  // Who is stopped in the turn in which it was to begin does not begin.
  yield { or: () => true, turn: TURN.last };
  if (isCut()) return { kind: 'stopped', code: 0, text: '' };
  const count = countOf(model, run.path, step);
  const { durationMs, code, text, dyingMs } = script.execution(run.path, step, count);
  model.begun.push({ at: time.now, path: run.path, step, count, runStatus });
  const end = time.now + durationMs;
  const limit = timeoutSec === 0 ? Infinity : time.now + timeoutSec * 1000;
  yield { until: Math.min(end, limit), or: isCut };
  if (time.now >= end) return { kind: 'exited', code, text };
  let stopped = isCut();
  const grace = run.dag.maxCleanUpTimeSec * 1000;
  const death = Math.min(end, time.now + Math.min(grace, dyingMs));
  while (time.now < death) {
    yield stopped ? { until: death } : { until: death, or: isCut };
    stopped ||= isCut();
  }
  return { kind: stopped ? 'stopped' : 'timed-out', code: 124, text };
}
