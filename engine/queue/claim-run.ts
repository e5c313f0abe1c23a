import { EngineError, type ErrorCode } from '../contract/errors.ts';
import type { Runner } from '../execution/runner.ts';
import type { LoadedRun } from '../execution/state/run-state.ts';
import type { Dag } from '../dag/definition.ts';
import type { RunContext } from '../execution/state/run-context.ts';
import type { Database } from '../storage/database.ts';
import { runSteps } from '../dag/run-steps.ts';
import { insertNodes, newNode } from '../storage/nodes.ts';
import { insertQueueItem, type Plan } from '../storage/queue-items.ts';
import { activeRunsOf, findRun, insertRun, runById, type NewRun } from '../storage/runs.ts';
import type { WriteQueue } from '../storage/write-queue.ts';

export interface Claim {
  readonly run: NewRun;
  readonly dag: Dag;
  readonly context: RunContext;
  /** In which it was asked for. */
  readonly ownEnvironment: NodeJS.ProcessEnv;
  /** The code of the refusal when an active run of the DAG forbids this one; null: others do not matter. */
  readonly singleton: ErrorCode | null;
  /** Further checks and writes of the same transaction, before the run is stored; what it throws refuses the run. */
  readonly also?: ((db: Database, dagRunId: string) => void) | undefined;
}

/**
 * Stores a run and begins it, in one transaction with the checks that could refuse it: two claims of one id, or two
 * singleton starts, give one run. Resolves once the run is safe on the disk.
 *
 * @throws EngineError `already_exists` for a known run id, the code of the singleton refusal, or what `also` throws.
 */
export async function claimRun(
  writes: WriteQueue,
  runner: Pick<Runner, 'begin' | 'discard'>,
  claim: Claim,
): Promise<void> {
  const begun: number[] = [];
  try {
    await writes.commitSynced((db) => {
      check(db, claim);
      const id = store(db, claim);
      runner.begin(loaded(db, id, claim));
      begun.push(id);
    });
  } catch (error) {
    // The number of a row that was undone goes to the next run of the same commit: one that never began is not ours.
    for (const id of begun) runner.discard(id);
    throw error;
  }
}

/**
 * Stores a run and gives it the last place in its queue, or a plan to start later, with the same checks. Resolves with its row once it is safe
 * on the disk.
 *
 * @throws EngineError as `claimRun`; `max_run_reached` for the id of a run that is queued already.
 */
export async function claimPlace(
  writes: WriteQueue,
  claim: Claim & { readonly plan?: Plan | null | undefined },
  queuedAt: number,
): Promise<number> {
  const { plan = null } = claim;
  const plannedAt = plan?.at ?? null;
  const run: NewRun = { ...claim.run, status: 'queued', queuedAt, plannedAt, startedAt: null };
  return writes.commitSynced((db) => {
    check(db, { ...claim, run });
    const runId = store(db, { ...claim, run });
    insertQueueItem(db, { runId, queue: run.queue, isRetry: 0, retryPosition: null }, plan);
    return runId;
  });
}

function check(db: Database, { run, singleton, also }: Claim): void {
  const twin = findRun(db, run.dagName, run.runId);
  if (twin !== undefined) {
    const isQueuedTwice = run.status === 'queued' && twin.status === 'queued';
    throw new EngineError(
      isQueuedTwice ? 'max_run_reached' : 'already_exists',
      `DAG ${run.dagName} already has a run ${run.runId}${isQueuedTwice ? ', which is queued' : ''}.`,
    );
  }
  if (singleton !== null) refuseBeside(activeRunsOf(db, run.dagName)[0], singleton);
  also?.(db, run.runId);
}

/** Refuses a run for the sake of an active one of its DAG. */
export function refuseBeside(
  active: ReturnType<typeof activeRunsOf>[number] | undefined,
  code: ErrorCode,
): void {
  if (active === undefined) return;
  const { dagName, runId, status } = active;
  throw new EngineError(code, `DAG ${dagName} already has an active run: ${runId} is ${status}.`, {
    details: { dagRunId: runId },
  });
}

function store(db: Database, { run, dag }: Claim): number {
  const id = insertRun(db, run);
  insertNodes(
    db,
    id,
    runSteps(dag).map(({ name }) => name),
  );
  return id;
}

function loaded(db: Database, id: number, claim: Claim): LoadedRun {
  const { dag, context, ownEnvironment } = claim;
  const record = runById(db, id);
  if (record === undefined) throw new Error(`Run ${id} was not stored`);
  const nodes = runSteps(dag).map(({ name }, position) => newNode(position, name));
  return { record, dag, context, nodes, outputs: [], ownEnvironment };
}
