import { dirname } from 'node:path';
import type { ErrorCode } from '../contract/errors.ts';
import type { TriggerType } from '../contract/status.ts';
import { createRun, newRunKey, type RunnableDag } from '../execution/create-run.ts';
import { workFolders } from '../execution/run-folders.ts';
import { newRunId } from '../lib/ids.ts';
import { claimRun } from '../queue/claim-run.ts';
import { findRun } from '../storage/runs.ts';
import type { DagFile } from '../platform/dag-files.ts';
import type { Parts } from './parts.ts';

export interface StartRequest extends Omit<RunnableDag, 'fileName'> {
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
  const key = newRunKey();
  const { dag, file, folder } = request;
  const { private: privateFolder } = workFolders(config.paths.dataDir, key);
  const created = await createRun(
    {
      defaultShell: parts.defaultShell,
      ownEnvironment: process.env,
      logDir: config.paths.logDir,
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
  const started = { dagRunId, key };
  claimed?.(started);
  await claimRun(parts.writes, parts.runner, { ...created, dag, singleton: request.singleton });
  remember(parts, { ...request, dagRunId });
  return started;
}

// The first question about a new run comes at once: its definition need not be parsed again.
function remember(
  { db, definitions }: Parts,
  { name, dagRunId, dag }: Pick<StartRequest, 'name' | 'dag'> & { readonly dagRunId: string },
): void {
  const record = findRun(db, name, dagRunId);
  if (record !== undefined) definitions.remember(record, dag);
}
