import { EngineError, type ErrorCode } from '../contract/errors.ts';
import type { Runner } from '../execution/runner.ts';
import type { LoadedRun } from '../execution/run-state.ts';
import type { Dag } from '../dag/definition.ts';
import type { RunContext } from '../execution/run-context.ts';
import type { Database } from '../storage/database.ts';
import { runSteps } from '../dag/run-steps.ts';
import { insertNodes, newNode } from '../storage/nodes.ts';
import { activeRunsOf, findRun, insertRun, runById, type NewRun } from '../storage/runs.ts';
import type { WriteQueue } from '../storage/write-queue.ts';

export interface Claim {
  readonly run: NewRun;
  readonly dag: Dag;
  readonly context: RunContext;
  /** The code of the refusal when an active run of the DAG forbids this one; null: others do not matter. */
  readonly singleton: ErrorCode | null;
}

/**
 * Stores a run and begins it, in one transaction with the checks that could refuse it: two claims of one id, or two
 * singleton starts, give one run. Resolves once the run is safe on the disk.
 *
 * @throws EngineError `already_exists` for a known run id, or the code of the singleton refusal.
 */
export async function claimRun(writes: WriteQueue, runner: Runner, claim: Claim): Promise<void> {
  let id: number | null = null;
  try {
    await writes.accept((db) => {
      check(db, claim);
      id = insertRun(db, claim.run);
      insertNodes(
        db,
        id,
        runSteps(claim.dag).map(({ name }) => name),
      );
      runner.begin(loaded(db, id, claim));
    });
  } catch (error) {
    if (id !== null) runner.discard(id);
    throw error;
  }
}

function check(db: Database, { run, singleton }: Claim): void {
  if (findRun(db, run.dagName, run.runId) !== undefined) {
    throw new EngineError(
      'already_exists',
      `The DAG ${run.dagName} already has a run ${run.runId}.`,
    );
  }
  if (singleton === null) return;
  const [active] = activeRunsOf(db, run.dagName);
  if (active !== undefined) {
    throw new EngineError(
      singleton,
      `The DAG ${run.dagName} already has an active run: ${active.runId} is ${active.status}.`,
      { details: { dagRunId: active.runId } },
    );
  }
}

function loaded(db: Database, id: number, { dag, context }: Claim): LoadedRun {
  const record = runById(db, id);
  if (record === undefined) throw new Error(`Run ${id} was not stored`);
  const nodes = runSteps(dag).map(({ name }, position) => newNode(position, name));
  return { record, dag, context, nodes, outputs: [] };
}
