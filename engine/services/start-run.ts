import { randomBytes, randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { ErrorCode } from '../contract/errors.ts';
import type { TriggerType } from '../contract/status.ts';
import type { Dag } from '../dag/definition.ts';
import { prepareContext } from '../execution/prepare-run.ts';
import { runLogFile, workFolders } from '../execution/run-folders.ts';
import { newRunId } from '../lib/ids.ts';
import { claimRun } from '../queue/claim-run.ts';
import { findRun } from '../storage/runs.ts';
import type { DagFile } from '../platform/dag-files.ts';
import type { Parts } from './parts.ts';

export interface StartRequest {
  readonly dag: Dag;
  /** The text that `dag` was read from: the snapshot of the run. */
  readonly text: string;
  /** Null for a definition that came with the request. */
  readonly file: DagFile | null;
  /** Absolute folder that relative paths start from; that of the file, or a private one, when left out. */
  readonly folder?: string | undefined;
  readonly name: string;
  readonly params: string | undefined;
  readonly dagRunId: string | undefined;
  readonly singleton: ErrorCode | null;
  readonly trigger: TriggerType;
}

/** The run that was started: the id that callers know, and the key that it goes by inside. */
export interface StartedRun {
  readonly dagRunId: string;
  readonly key: string;
}

/**
 * Starts a run. Resolves when it is stored for good and its first steps are on their way.
 *
 * @throws EngineError of `claimRun` and `prepareContext`; then nothing is left of it.
 */
export async function startRun(
  parts: Parts,
  request: StartRequest,
  claimed?: (run: StartedRun) => void,
): Promise<StartedRun> {
  const { config, clock } = parts;
  const now = clock.now();
  const dagRunId = request.dagRunId ?? newRunId(now);
  const key = randomUUID();
  const { dag, name, file } = request;
  const ownFolder =
    file === null ? workFolders(config.paths.dataDir, key).private : dirname(file.path);
  const defaultLogs = join(config.paths.logDir, key);
  const { context, params, logDir } = await prepareContext({
    dag,
    params: request.params,
    homeFolder: request.folder ?? ownFolder,
    defaultShell: parts.defaultShell,
    ownEnvironment: process.env,
    builtIns: { DAG_NAME: name, DAG_RUN_ID: dagRunId, DAG_RUN_LOG_FILE: runLogFile(defaultLogs) },
  });
  const started = { dagRunId, key };
  claimed?.(started);
  await claimRun(parts.writes, parts.runner, {
    dag,
    context: { ...context, env: { ...context.env, SVC_PARAMS_JSON: params } },
    singleton: request.singleton,
    run: {
      key,
      dagName: name,
      runId: dagRunId,
      fileName: file?.fileName ?? null,
      definition: request.text,
      status: 'running',
      triggerType: request.trigger,
      attemptId: randomBytes(3).toString('hex'),
      params,
      context: JSON.stringify({ ...context, env: { ...context.env, SVC_PARAMS_JSON: params } }),
      tags: JSON.stringify(dag.tags),
      createdAt: now,
      queuedAt: null,
      startedAt: now,
      logFolder: logDir === null ? defaultLogs : join(logDir, key),
      retentionDays: dag.histRetentionDays,
    },
  });
  remember(parts, name, dagRunId, dag);
  return started;
}

// The first question about a new run comes at once: its definition need not be parsed again.
function remember({ db, definitions }: Parts, name: string, dagRunId: string, dag: Dag): void {
  const record = findRun(db, name, dagRunId);
  if (record !== undefined) definitions.remember(record.definitionId, dag);
}
