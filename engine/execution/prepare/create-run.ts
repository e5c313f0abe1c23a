import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { TriggerType } from '../../contract/status.ts';
import type { Dag } from '../../dag/definition.ts';
import type { StoredPaths } from '../../storage/stored-paths.ts';
import type { NewRun, RunPhase } from '../../storage/runs.ts';
import { prepareContext, type PrepareOptions } from './prepare-run.ts';
import { packContext, type RunContext } from '../state/run-context.ts';
import { knownSecrets } from '../state/resolve-secrets.ts';
import { runLogFile } from '../keep/run-folders.ts';
import { createVault, type Vault } from '../state/vault.ts';
import type { RunnableDag } from '../state/sub-runs.ts';

export interface RunRequest extends RunnableDag {
  /** Names its log folder and its private working folder. */
  readonly key: string;
  readonly name: string;
  readonly dagRunId: string;
  readonly params: string | undefined;
  readonly admit?: PrepareOptions['admit'];
  /** Absolute folder that relative paths start from, and the default working directory. */
  readonly homeFolder: string;
  readonly trigger: TriggerType;
  readonly parent: ParentOfRun | null;
  /** Beats the queue of the definition; left out by those that ask for none. */
  readonly queue?: string | null | undefined;
}

/** The node that calls a run. */
export interface ParentOfRun {
  readonly id: number;
  readonly rootId: number;
  readonly position: number;
  readonly depth: number;
  /** Its secrets may come along as parameters. */
  readonly vault: Vault;
}

export interface CreateOptions extends Pick<
  PrepareOptions,
  'defaultShell' | 'ownEnvironment' | 'dagsDir' | 'schemas'
> {
  readonly logDir: string;
  readonly storedPaths: StoredPaths;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A run that only has to be stored. */
export interface CreatedRun {
  readonly run: NewRun;
  readonly context: RunContext;
  /** In which it was asked for. */
  readonly ownEnvironment: NodeJS.ProcessEnv;
}

/** Six hex digits. */
export const newAttemptId = (): string => randomBytes(3).toString('hex');

/**
 * Resolves what a run freezes when it begins.
 *
 * @throws EngineError of `prepareContext`.
 */
export async function createRun(setting: CreateOptions, request: RunRequest): Promise<CreatedRun> {
  const { dag, name, dagRunId, key, parent } = request;
  const defaultLogs = join(setting.logDir, key);
  const prepared = await prepareContext({
    ...setting,
    dag,
    params: request.params,
    admit: request.admit,
    homeFolder: request.homeFolder,
    builtIns: { DAG_NAME: name, DAG_RUN_ID: dagRunId, DAG_RUN_LOG_FILE: runLogFile(defaultLogs) },
  });
  const { seal } = await vaultOf(setting, request, prepared.context);
  const context = sealContext(prepared.context, seal);
  return {
    context,
    ownEnvironment: setting.ownEnvironment,
    run: {
      key,
      dagName: name,
      runId: dagRunId,
      fileName: request.fileName,
      definition: request.text,
      base: request.base,
      document: request.document,
      rootId: parent?.rootId ?? null,
      parentId: parent?.id ?? null,
      parentPosition: parent?.position ?? null,
      depth: parent === null ? 0 : parent.depth + 1,
      queue: parent === null ? queueOf(request) : '',
      phase: firstPhase(dag),
      status: 'running',
      triggerType: request.trigger,
      attemptId: newAttemptId(),
      params: seal(prepared.params),
      context: packContext(context, setting.storedPaths),
      tags: JSON.stringify(dag.tags),
      createdAt: setting.now,
      queuedAt: null,
      startedAt: setting.now,
      logFolder: prepared.logDir === null ? defaultLogs : join(prepared.logDir, key),
      retentionDays: dag.histRetentionDays,
      retentionRuns: dag.histRetentionRuns,
    },
  };
}

/** The queue of a root run: as asked for, else as its definition says, else one of its own name. */
export function queueOf({ queue, dag, name }: Pick<RunRequest, 'queue' | 'dag' | 'name'>): string {
  return queue ?? dag.queue ?? name;
}

/**
 * Knows what must not stand in the row of a run. Its own secrets may come along as parameters, or by variables of the
 * engine. One that cannot be found hides nothing here; the run itself fails for it.
 */
async function vaultOf(
  { ownEnvironment }: CreateOptions,
  { key, dag, parent }: RunRequest,
  { workingDir }: RunContext,
): Promise<Vault> {
  const values = await knownSecrets(dag.secrets, { ownEnvironment, workingDir });
  return createVault(key, values, parent?.vault ?? null);
}

/** Where a run begins: with its preconditions, its init handler or its steps. */
function firstPhase({ preconditions, handlerOn }: Dag): RunPhase {
  if (preconditions.length > 0) return 'checking';
  return handlerOn.init === undefined ? 'steps' : 'init';
}

function sealContext(context: RunContext, seal: Vault['seal']): RunContext {
  return {
    ...context,
    workingDir: seal(context.workingDir),
    homeFolder: seal(context.homeFolder),
    env: Object.fromEntries(
      Object.entries(context.env).map(([name, value]) => [name, seal(value)]),
    ),
    params: context.params.map(([name, value]) => [name, seal(value)] as const),
    positional: context.positional.map(seal),
    ...(context.warnings && { warnings: context.warnings.map(seal) }),
  };
}
