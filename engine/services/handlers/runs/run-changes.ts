import { EngineError } from '../../../contract/errors.ts';
import type {
  OperationHandlers,
  OperationInput,
  OperationOutput,
} from '../../../contract/operations.ts';
import type { NodeAttempt } from '../../../contract/run.ts';
import { isActiveRun } from '../../../contract/status.ts';
import { reusableParams } from '../../../dag/admit-names.ts';
import { queueOf } from '../../../execution/prepare/create-run.ts';
import { snapshotOf } from '../../../execution/state/load-run.ts';
import { pastVault } from '../../../execution/state/past-vault.ts';
import { unpackContext } from '../../../execution/state/run-context.ts';
import { workFolders } from '../../../execution/keep/run-folders.ts';
import { isoTime } from '../../../lib/clock.ts';
import { attemptsOf, type EndedAttempt } from '../../../storage/attempts.ts';
import { storedPathsOf } from '../../../storage/stored-paths.ts';
import { definitionText, latestRunOf, type RunRecord } from '../../../storage/runs.ts';
import { approve, reject } from './decide.ts';
import { AnswerSize } from '../../answer-size.ts';
import { changedParams } from '../../changed-params.ts';
import { enqueueRun } from '../../enqueue-run.ts';
import { requireNode, requireRun, requireStep } from '../../find.ts';
import type { EngineServices } from '../../engine-services.ts';
import { usageOf } from '../../present-run.ts';
import { specOf } from './run-parts.ts';
import { setStepStatus } from './set-step-status.ts';
import { answerOf, startRun } from '../../start-run.ts';
import { stepEnvironment } from './step-environment.ts';

type Name =
  | 'runs.retry'
  | 'runs.reschedule'
  | 'runs.setStepStatus'
  | 'runs.approve'
  | 'runs.reject'
  | 'runs.spec'
  | 'runs.stepEnvironment'
  | 'runs.stepAttempts';

/** What is done to runs after they began, and what is known of how they were set up. */
export function runChangeHandlers(services: EngineServices): Pick<OperationHandlers, Name> {
  return {
    'runs.retry': async (input) => {
      await retry(services, input);
    },
    'runs.reschedule': (input) => reschedule(services, input),
    'runs.setStepStatus': async ({ name, dagRunId, ...change }) => {
      await setStepStatus(services, requireRun(services, name, dagRunId), change);
    },
    'runs.approve': ({ name, dagRunId, ...decision }, caller) =>
      approve(services, requireRun(services, name, dagRunId), { ...decision, caller }),
    'runs.reject': ({ name, dagRunId, ...decision }, caller) =>
      reject(services, requireRun(services, name, dagRunId), { ...decision, caller }),
    'runs.spec': async ({ name, dagRunId }) => ({
      spec: await specOf(services, requireRun(services, name, dagRunId)),
    }),
    'runs.stepEnvironment': async ({ name, dagRunId, stepName }, caller) => {
      const run = requireRun(services, name, dagRunId);
      return { variables: await stepEnvironment(services, run, { stepName, caller }) };
    },
    'runs.stepAttempts': ({ name, dagRunId, stepName }) => {
      const run = requireRun(services, name, dagRunId);
      const { position } = requireNode(services, run, stepName);
      const size = new AnswerSize();
      const attempts: NodeAttempt[] = [];
      for (const attempt of attemptsOf(services.db, run.id, position)) {
        attempts.push(size.add(toAttempt(attempt)));
      }
      return { attempts };
    },
  };
}

function toAttempt({ number, cause, exitCode, ...attempt }: EndedAttempt): NodeAttempt {
  return {
    number,
    cause,
    startedAt: isoTime(attempt.startedAt),
    finishedAt: isoTime(attempt.finishedAt),
    exitCode,
    usage: usageOf(attempt),
  };
}

async function retry(services: EngineServices, input: OperationInput<'runs.retry'>): Promise<void> {
  const { writes, admission } = services;
  // What was set by hand a moment ago, or begun by another retry, may not be in the store yet.
  writes.flush();
  const run = requireRun(services, input.name, input.dagRunId);
  checkSameRun(services, run, input.sameDagRunId);
  admission.check();
  if (isActiveRun(run.status)) throw underWay(run);
  if (run.parentId !== null) {
    throw new EngineError(
      'bad_request',
      `Run ${run.runId} is a sub-run. Retry the run that called it`,
    );
  }
  await services.snapshots.holding(run, () => retryReadable(services, run, input));
}

/** What else a caller sent must not turn the order to another run, nor be silently passed over. */
function checkSameRun({ db }: EngineServices, run: RunRecord, dagRunId = run.runId): void {
  const isLatest = dagRunId === 'latest' && latestRunOf(db, run.dagName)?.id === run.id;
  if (isLatest || dagRunId === run.runId) return;
  throw new EngineError(
    'bad_request',
    'dagRunId: the run in the body differs from the one in the path',
    { details: { fields: { dagRunId: 'differs from the path' } } },
  );
}

async function retryReadable(
  services: EngineServices,
  run: RunRecord,
  input: OperationInput<'runs.retry'>,
): Promise<void> {
  const { runner, queues, writes, admission } = services;
  requireReadable(services, run);
  admission.check();
  const node = input.stepName === undefined ? null : requireStep(services, run, input.stepName);
  const position = node?.position ?? null;
  if (queues.takes(run.queue)) {
    await queues.retry(run, position);
    return;
  }
  if (!runner.retry(run.id, position)) throw underWay(run);
  // Answered when a crash cannot take the order back.
  await writes.synced();
}

function underWay({ runId, dagName }: RunRecord): EngineError {
  return new EngineError('already_running', `Run ${runId} of ${dagName} is active`);
}

/** A new run with the definition and the parameters of an earlier one. */
async function reschedule(
  services: EngineServices,
  input: OperationInput<'runs.reschedule'>,
): Promise<OperationOutput<'runs.reschedule'>> {
  const run = requireRun(services, input.name, input.dagRunId);
  const { snapshots, catalog } = services;
  const dag = await snapshots.holding(run, () => requireReadable(services, run));
  if (run.fileName !== null) await catalog.warm(run.fileName);
  const file = run.fileName === null ? null : catalog.read(run.fileName);
  const { unseal } = await pastVault(services, run, process.env);
  const name = input.dagName ?? run.dagName;
  const queue = queueOf({ dag, name, queue: askedQueueOf(run) });
  const queued = services.queues.takes(queue);
  const started = await (queued ? enqueueRun : startRun)(services, {
    dag,
    text: definitionText(services.db, run.definitionId),
    base: run.baseId === null ? null : definitionText(services.db, run.baseId),
    document: run.document,
    file: file?.file ?? null,
    folder: homeOf(services, run, unseal),
    name,
    queue,
    // Sealed as everything that is stored, by secrets of the old run.
    params: changedParams(
      reusableParams(unseal(run.params)),
      input.params ?? {},
      dag.params.map((param) => param.name),
    ),
    dagRunId: input.newDagRunId,
    singleton: input.singleton === false ? null : 'max_run_reached',
    trigger: 'retry',
  });
  return { ...answerOf(started), queued };
}

/** The queue that a run was given; undefined for the one that is named like it, which the new run has of its own. */
function askedQueueOf({ queue, dagName }: RunRecord): string | undefined {
  return queue === dagName ? undefined : queue;
}

/** The folder that relative paths of a run started from; undefined for a private one, of which each run has its own. */
function homeOf(
  { config, db }: EngineServices,
  run: RunRecord,
  unseal: (text: string) => string,
): string | undefined {
  const { homeFolder } = unpackContext(run.context, storedPathsOf(db));
  const { private: ownFolder } = workFolders(config.paths.dataDir, run.key);
  return homeFolder === ownFolder ? undefined : unseal(homeFolder);
}

/** @throws EngineError when this version cannot read what the run began with. */
function requireReadable(services: EngineServices, run: RunRecord) {
  const { dag } = snapshotOf(services.db, run);
  if (dag !== null) return dag;
  throw new EngineError(
    'bad_request',
    `This version cannot read the definition of run ${run.runId} of ${run.dagName}`,
  );
}
