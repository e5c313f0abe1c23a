import { EngineError } from '../contract/errors.ts';
import { reusableParams } from '../dag/admit-names.ts';
import type { Dag } from '../dag/definition.ts';
import { queueOf } from '../execution/prepare/create-run.ts';
import { pastVault } from '../execution/state/past-vault.ts';
import type { Clock } from '../lib/clock.ts';
import type { SlotRun, SlotRuns } from '../scheduler/ports.ts';
import { activeRunsOf, findRun } from '../storage/runs.ts';
import { enqueueRun } from './enqueue-run.ts';
import { requireDag, requireLoadable } from './find.ts';
import type { EngineServices } from './engine-services.ts';
import { startRun, type StartRequest } from './start-run.ts';
import { waitInQueue } from './wait-in-queue.ts';
import { requireAccepted } from './sync/review.ts';
import type { ReadDag } from './catalog/dag-reader.ts';

/** After so long a run that an earlier engine left, and that is active still, goes on. */
const SETTLING_MS = 5000;

/** Begins and stops runs for the scheduler. */
export function createSlotRuns(services: () => EngineServices, clock: Clock): SlotRuns {
  const beganAt = clock.now();
  const settledAt = clock.elapsed() + SETTLING_MS;
  return {
    settling: (dagName) => {
      const leftMs = settledAt - clock.elapsed();
      if (leftMs <= 0) return undefined;
      const { db, waiters } = services();
      const left = activeRunsOf(db, dagName).filter(
        ({ status, createdAt }) => status === 'running' && createdAt < beganAt,
      );
      return left.length === 0
        ? undefined
        : Promise.all(left.map(({ key }) => waiters.wait(key, leftMs)));
    },
    start: async (run) => {
      const release = holdSteps(services());
      try {
        await start(services(), run);
      } finally {
        release();
      }
    },
    stop: (dagName, dagRunId) => {
      const { db, queues, runner } = services();
      const run = findRun(db, dagName, dagRunId);
      if (run?.status === 'queued')
        return queues.leave(run, 'stopped by its schedule while queued');
      return run !== undefined && runner.stop(run.id);
    },
    paramsOf: (dagName, dagRunId) => paramsOf(services(), dagName, dagRunId),
  };
}

/** A process takes milliseconds to begin. Of many slots that are due at once, all are claimed before the first begins. */
const LONGEST_HOLD_MS = 250;

function holdSteps({ runner, clock }: EngineServices): () => void {
  const release = runner.holdSteps();
  const cancel = clock.after(LONGEST_HOLD_MS, release);
  return () => {
    cancel();
    release();
  };
}

async function start(services: EngineServices, run: SlotRun): Promise<void> {
  const { catalog } = services;
  const { fileName } = run.slot;
  await catalog.warm(fileName);
  requireAccepted(services, fileName);
  const read = requireDag(services, fileName);
  if (read.loaded.dag === null && catalog.isUnfinished(fileName)) {
    // The index still says what it was before.
    catalog.refresh(fileName);
    throw new EngineError('service_unavailable', `The file of DAG ${fileName} is being written.`);
  }
  const request = requestOf(read, requireLoadable(read), run);
  // What is caught up waits like everything that nobody waits for; a slot that is due waits in a global queue.
  if (run.trigger === 'catchup') await enqueueRun(services, request);
  else if (services.queues.takes(queueOf(request))) await waitInQueue(services, request, run);
  else await startRun(services, request);
}

function requestOf(read: ReadDag, dag: Dag, { trigger, params, record }: SlotRun): StartRequest {
  return {
    dag,
    text: read.text,
    base: read.base?.text ?? null,
    document: null,
    file: read.file,
    name: dag.name,
    params,
    dagRunId: undefined,
    singleton: 'already_running',
    trigger,
    also: (db, dagRunId) => record(db, dagRunId, { waitsIn: null }),
  };
}

/** Sealed as everything that is stored, by secrets of that run; none when they cannot be found any more. */
async function paramsOf(
  services: EngineServices,
  dagName: string,
  dagRunId: string,
): Promise<string | undefined> {
  const { db, log } = services;
  const run = findRun(db, dagName, dagRunId);
  if (run === undefined) return undefined;
  try {
    const { unseal } = await pastVault(services, run, process.env);
    return reusableParams(unseal(run.params));
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    log.warn('Cannot take over the parameters of a run', { dag: dagName, run: dagRunId, error });
    return undefined;
  }
}
