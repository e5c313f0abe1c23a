import type { ChatMessage } from '../../contract/messages.ts';
import type { NodeFact } from '../../storage/nodes.ts';
import type { RunRecord } from '../../storage/runs.ts';

/** One execution of a node that is under way, whatever its type. Its end is told to whoever began it. */
export interface Execution {
  /** Ends it; it tells its end once nothing of it is left. */
  readonly stop: () => void;
  /** A run that it called has changed; left out where it calls none. */
  readonly childChanged?: (child: RunRecord) => void;
  /** Looks away from it and lets it live; it tells nothing any more. */
  readonly detach: () => void;
}

/** What the end of an execution means for its node. */
export interface Outcome {
  readonly status:
    'succeeded' | 'partially_succeeded' | 'failed' | 'aborted' | 'skipped' | 'rejected';
  readonly exitCode: number | null;
  /** Empty when there is nothing to say. */
  readonly error: string;
  /** Value for the step's `output`, secrets sealed; null when there is none to take. */
  readonly output: string | null;
  /** The step's own time limit ended it. */
  readonly timedOut: boolean;
  /** Nobody knows how its process ended, so it must not run again by itself. */
  readonly unknownExit: boolean;
  /** What its processes used; null where it had none, or where that was not told. */
  readonly usage: Usage | null;
  /** What its program told beside its output. */
  readonly facts: readonly NodeFact[];
  /** What it said to a language model and was answered; null where it spoke to none. */
  readonly messages: readonly ChatMessage[] | null;
  /** When it ended, milliseconds since the epoch, where that was while no engine ran; null: now. */
  readonly endedAt: number | null;
}

/** CPU time in milliseconds, and the most memory at once in bytes: 0 where it ended before it was measured. */
export interface Usage {
  readonly cpuMs: number;
  readonly peakMemory: number;
}

/** Why the work for a node is called off. Shared, because a reason that is made anew each time costs as much as a write. */
export const calledOff = new Error('canceled');

/** An outcome without any of the odd cases. */
export function plainOutcome(
  status: Outcome['status'],
  given: Partial<Omit<Outcome, 'status'>> = {},
): Outcome {
  return {
    status,
    exitCode: null,
    error: '',
    output: null,
    timedOut: false,
    unknownExit: false,
    usage: null,
    facts: [],
    messages: null,
    endedAt: null,
    ...given,
  };
}

/** Exit code of a step that its own time limit ended. */
export const EXIT_TIMEOUT = 124;

/** Why a step failed that went beyond its `timeout_sec`. */
export function timeoutError(timeoutSec: number): string {
  return `step timed out after ${timeoutSec}s (timeout_sec)`;
}
