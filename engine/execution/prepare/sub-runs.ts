import { newRunKey } from '../../lib/home-id.ts';
import { newRunId } from '../../lib/ids.ts';
import { insertNodes, newNode, nodesOf, outputsOf, type NodeRecord } from '../../storage/nodes.ts';
import { recordCall } from '../../storage/calls.ts';
import { storedPathsOf } from '../../storage/stored-paths.ts';
import { insertRun, runById, type RunRecord } from '../../storage/runs.ts';
import type { WriteQueue } from '../../storage/write-queue.ts';
import { runSteps } from '../../dag/run-steps.ts';
import { showSealed } from '../../dag/sealed-text.ts';
import { createRun, type CreateOptions, type ParentOfRun } from './create-run.ts';
import { tailOf } from '../work/step-output.ts';
import { rememberLarge, snapshotKey, type Snapshots } from '../state/load-run.ts';
import type { LoadedRun } from '../state/run-state.ts';
import type { Database } from '../../storage/database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { FindCalled, SubRuns, NewCall } from '../state/sub-runs.ts';

/** A DAG that calls itself would go on until the disk is full. */
const DEEPEST = 32;

export interface SubRunOptions extends Pick<
  CreateOptions,
  'defaultShell' | 'dagsDir' | 'logDir' | 'schemas'
> {
  readonly homeId: string;
  readonly clock: Clock;
  readonly db: Database;
  readonly snapshots: Snapshots;
  readonly writes: WriteQueue;
  readonly find: FindCalled;
  readonly begin: (run: LoadedRun) => void;
  /** Forgets a run whose rows were undone. */
  readonly discard: (id: number) => void;
  readonly stop: (id: number) => void;
  readonly retry: (id: number) => void;
}

/** What a call step can do with the runs of other DAGs that it asks for. */
export function createSubRuns(options: SubRunOptions): SubRuns {
  const { db } = options;
  return {
    find: options.find,
    start: (call) => startCall(options, call),
    stop: options.stop,
    retry: options.retry,
    whenReadable: (id, then) => whenReadable(options, id, then),
    recordOf: (id) => runById(db, id),
    printedBy: (id) => lastPrinted(nodesOf(db, id)),
    endOf: (run, params, vault) => ({
      name: run.dagName,
      dagRunId: run.runId,
      params,
      status: run.status,
      unmet: run.cutShort === 'precondition',
      error: run.error,
      outputs: Object.fromEntries(
        outputsOf(db, run.id).map(({ name, value }) => [name, showSealed(vault.unseal(value))]),
      ),
    }),
  };
}

/** In this very turn, where nothing has to be read aside. */
function whenReadable(
  { db, snapshots }: SubRunOptions,
  id: number,
  then: () => void,
): Promise<void> | undefined {
  const run = runById(db, id);
  if (run !== undefined && snapshots.isCold(run)) return snapshots.holding(run, then);
  then();
  return undefined;
}

/** As much as a reader who wants to know what came of it would look at. */
const PRINTED = { bytes: 16 * 1024, lines: 100, encoding: 'utf-8' } as const;

function lastPrinted(nodes: readonly NodeRecord[]): string {
  const succeeded = nodes.filter(({ status }) => status === 'succeeded');
  const newestFirst = succeeded.toSorted(
    (one, other) =>
      (other.finishedAt ?? 0) - (one.finishedAt ?? 0) || other.position - one.position,
  );
  for (const { stdout } of newestFirst) {
    const printed = tailOf(stdout, PRINTED);
    if (printed !== '') return printed;
  }
  return '';
}

async function startCall(options: SubRunOptions, call: NewCall): Promise<RunRecord> {
  const { caller: run, called, ownEnvironment, params, admit } = call;
  if (run.depth >= DEEPEST) {
    throw new Error(
      `cannot call ${called.dag.name}: sub-DAGs are nested deeper than ${DEEPEST} levels`,
    );
  }
  const now = options.clock.now();
  const created = await createRun(
    { ...options, ownEnvironment, storedPaths: storedPathsOf(options.db), now },
    {
      ...called,
      key: newRunKey(options.homeId),
      name: called.dag.name,
      dagRunId: newRunId(now),
      params,
      admit,
      homeFolder: call.workingDir,
      trigger: 'subdag',
      parent: parentOf(call),
    },
  );
  const { dag } = called;
  const names = runSteps(dag).map(({ name }) => name);
  return new Promise((resolve, reject) => {
    let record: RunRecord | undefined;
    options.writes.commit(
      (db) => {
        const id = insertRun(db, created.run);
        insertNodes(db, id, names);
        recordCall(db, { runId: run.id, ...call, childId: id, error: '' });
        record = runById(db, id);
        if (record === undefined) throw new Error(`Run ${id} was not stored`);
        // It is asked about at each of its steps, and held by its driver.
        if (options.snapshots.isCold(record)) {
          rememberLarge(snapshotKey(db, record), { dag, partial: dag });
        }
        const nodes = names.map((name, at) => newNode(at, name));
        try {
          const { context } = created;
          options.begin({ record, dag, context, nodes, outputs: [], ownEnvironment });
        } catch (error) {
          // What is thrown undoes the write, and nobody else would tell the caller.
          reject(error as Error);
          throw error;
        }
      },
      () => {
        if (record !== undefined) resolve(record);
      },
      () => {
        if (record !== undefined) options.discard(record.id);
        record = undefined;
      },
    );
  });
}

function parentOf({ caller: { id, rootId, depth }, position, vault }: NewCall): ParentOfRun {
  return { id, rootId: rootId ?? id, position, depth, vault };
}
