import type { NewAttempt } from '../../storage/attempts.ts';
import { callsBefore, type CallRecord } from '../../storage/calls.ts';
import type { Database } from '../../storage/database.ts';
import { detailOf } from '../../storage/nodes.ts';
import type { RunServices } from '../state/run-services.ts';

/** The calls that an attempt tries again: a repetition makes its own, and so does a node that a retry of the run has begin anew. */
export function earlierCalls(
  { state }: Pick<RunServices, 'state'>,
  db: Database,
  { position, number, cause }: NewAttempt,
): readonly CallRecord[] {
  const node = state.nodes[position];
  const isAnew = node !== undefined && detailOf(node).callsAnew === true;
  const goesOn = cause === 'retry' || (cause === 'rerun' && !isAnew);
  return goesOn ? callsBefore(db, { runId: state.run.id, position, attempt: number }) : [];
}
