import { dirname } from 'node:path';
import type { ErrorCode } from '../contract/errors.ts';
import type { TriggerType } from '../contract/status.ts';
import { showSealed } from '../dag/sealed-text.ts';
import { createRun, type CreatedRun } from '../execution/prepare/create-run.ts';
import type { PrepareOptions } from '../execution/prepare/prepare-run.ts';
import { workFolders } from '../execution/keep/run-folders.ts';
import { newRunKey } from '../lib/home-id.ts';
import { newRunId } from '../lib/ids.ts';
import { claimRun } from '../queue/claim-run.ts';
import { askedEnvironment } from './asked-environment.ts';
import type { Database } from '../storage/database.ts';
import { storedPathsOf } from '../storage/stored-paths.ts';
import { findRun } from '../storage/runs.ts';
import type { DagFile } from '../platform/dag-files.ts';
import type { ReadSnapshot } from './definitions.ts';
import type { EngineServices } from './engine-services.ts';
import type { RunnableDag } from '../execution/state/sub-runs.ts';

export interface StartRequest extends Omit<RunnableDag, 'fileName'> {
  /** Null for a definition that came with the request. */
  readonly file: DagFile | null;
  /** Absolute folder that relative paths start from; that of the file, or a private one, when left out. */
  readonly folder?: string | undefined;
  readonly name: string;
  readonly params: string | undefined;
  /** As in `PrepareOptions`. */
  readonly admit?: PrepareOptions['admit'];
  readonly dagRunId: string | undefined;
  readonly singleton: ErrorCode | null;
  readonly trigger: TriggerType;
  /** Beats the queue of the definition. */
  readonly queue?: string | undefined;
  /** When it is to start; null: now. */
  readonly at?: number | null | undefined;
  /** Writes that stand or fall with the run, before it is stored; what it throws refuses the run. */
  readonly also?: ((db: Database, dagRunId: string) => void) | undefined;
}

/** The run that was started: the id that callers know, the key that it goes by inside, and what its caller should know. */
export interface StartedRun {
  readonly dagRunId: string;
  readonly key: string;
  readonly warnings: readonly string[];
}

/**
 * Starts a run. Resolves when it is stored for good and its first steps are on their way.
 *
 * @throws EngineError of `claimRun` and `prepareContext`; then nothing is left of it.
 */
export async function startRun(
  services: EngineServices,
  request: StartRequest,
  claimed?: (run: StartedRun) => void,
): Promise<StartedRun> {
  const { started, created } = await createRequested(services, request);
  const { dag, singleton, also } = request;
  claimed?.(started);
  await claimRun(services.writes, services.runner, { ...created, dag, singleton, also });
  remember(services, request, started);
  return started;
}

/** A run as a request asks for it, with all that it freezes. Nothing of it is stored yet. */
export async function createRequested(
  { aside, config, clock, db, home, defaultShell, admission }: EngineServices,
  request: StartRequest,
): Promise<{ readonly started: StartedRun; readonly created: CreatedRun }> {
  admission.check();
  const now = clock.now();
  const dagRunId = request.dagRunId ?? newRunId(now);
  const key = newRunKey(home.identity);
  const { file, folder } = request;
  const { private: privateFolder } = workFolders(config.paths.dataDir, key);
  const created = await createRun(
    {
      ...config.paths,
      defaultShell,
      schemas: aside.schemas,
      ownEnvironment: askedEnvironment(),
      storedPaths: storedPathsOf(db),
      now,
    },
    {
      ...request,
      key,
      dagRunId,
      fileName: file?.fileName ?? null,
      homeFolder: folder ?? (file === null ? privateFolder : dirname(file.path)),
      parent: null,
    },
  );
  const warnings = (created.context.warnings ?? []).map(showSealed);
  return { started: { dagRunId, key, warnings }, created };
}

/** A start as its caller is told of it. */
export function answerOf({ dagRunId, warnings }: StartedRun): StartAnswer {
  return { dagRunId, ...(warnings.length > 0 && { warnings: [...warnings] }) };
}

export interface StartAnswer {
  readonly dagRunId: string;
  readonly warnings?: string[];
}

/** The first question about a new run comes at once: its definition need not be parsed again. */
export function remember(
  { db, definitions }: EngineServices,
  request: ReadSnapshot & Pick<StartRequest, 'name'>,
  { dagRunId }: Pick<StartedRun, 'dagRunId'>,
): void {
  const record = findRun(db, request.name, dagRunId);
  if (record !== undefined) definitions.remember(record, request);
}
