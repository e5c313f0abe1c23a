import type { EngineState } from '#contract/ipc.ts';
import { texts } from '../texts.ts';

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
    return {
      state: { phase: 'failed', detail: texts.engine.gaveUp(code, ends) },
      restartInMs: null,
    };
  }
  const restartInMs = Math.min(FIRST_DELAY_MS * 2 ** (ends - 1), LONGEST_DELAY_MS);
  const detail = texts.engine.restarting(code, restartInMs / 1000);
  return { state: { phase: 'restarting', detail }, restartInMs };
}
