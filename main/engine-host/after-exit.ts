import type { EngineState } from '#contract/ipc.ts';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** After so many restarts in a row the cause is not a passing one. */
const MAX_RESTARTS = 6;

/** An engine that worked for this long starts its next series of restarts from the shortest delay. */
export const STEADY_AFTER_MS = 60_000;

interface Exit {
  readonly code: number;
  /** How often the engine has ended by itself without a steady time in between; this end is the last of them. */
  readonly ends: number;
  /** What it said of why it cannot start. */
  readonly refusal: string | null;
}

interface Verdict {
  readonly state: EngineState;
  /** When to start it again; null: not by itself. */
  readonly restartInMs: number | null;
}

/** What becomes of an engine that ended without being asked to. */
export function afterExit({ code, ends, refusal }: Exit): Verdict {
  if (refusal !== null) return { state: { phase: 'failed', detail: refusal }, restartInMs: null };
  if (ends > MAX_RESTARTS) {
    return { state: { phase: 'failed', detail: gaveUp(code, ends) }, restartInMs: null };
  }
  const restartInMs = Math.min(FIRST_DELAY_MS * 2 ** (ends - 1), LONGEST_DELAY_MS);
  return { state: { phase: 'restarting', detail: restarting(code, restartInMs) }, restartInMs };
}

function restarting(code: number, delayMs: number): string {
  return `The engine ended unexpectedly (exit code ${code}). It starts again in ${delayMs / 1000} s; steps that run go on.`;
}

function gaveUp(code: number, ends: number): string {
  return `The engine ended ${ends} times in a row, last with exit code ${code}, and is not started again by itself. Choose Reload Engine State in the View menu to try once more.`;
}
