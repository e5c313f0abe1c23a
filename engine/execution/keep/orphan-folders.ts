import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isActiveRun, type RunStatus } from '../../contract/status.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Database } from '../../storage/database.ts';
import { isLogFolder, madeAt, statusOfKey } from '../../storage/expired-runs.ts';
import type { OldAge } from '../../storage/old-age.ts';
import { isOwnFolder, type Owner } from './own-folders.ts';

export interface OrphanOptions extends Owner {
  readonly db: Database;
  readonly ages: Pick<OldAge, 'before'>;
  readonly log: Logger;
  readonly isStopped: () => boolean;
}

const DAY_MS = 86_400_000;
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** What the log folder of a run is called. */
export const logFolder = new RegExp(`^${uuid}$`);
/** A second id stands behind folders that were on their way out when the engine was killed. */
const workFolder = new RegExp(`^(${uuid})(\\.${uuid})?$`);

/**
 * Removes what a crash left on the disk: folders that are named by the key of a run which no row knows, and work folders
 * of runs that have ended. Only those older than a day: a run makes its folders before it is stored.
 */
export async function removeOrphans(options: OrphanOptions): Promise<void> {
  await removeWork(options);
  await removeLogs(options);
}

async function removeLogs(options: OrphanOptions): Promise<void> {
  const { db, logDir } = options;
  const since = madeAt(db);
  for (const name of await foldersOf(logDir, logFolder)) {
    const folder = join(logDir, name);
    const changed = await changedAt(folder);
    // Logs that are older than the database belong to one that was moved away, and may come back.
    if (options.isStopped() || changed === null || changed < since) continue;
    if (!isOld(options, changed) || statusOfKey(db, name) !== undefined) continue;
    // A log folder elsewhere may hold the logs of other homes, and those of runs that went on in this copy of one.
    if (isOwnFolder(options, folder) && !isLogFolder(db, folder)) await remove(options, folder);
  }
}

async function removeWork(options: OrphanOptions): Promise<void> {
  const parent = join(options.dataDir, 'work');
  for (const name of await foldersOf(parent, workFolder)) {
    const changed = await changedAt(join(parent, name));
    if (options.isStopped() || changed === null || !isOld(options, changed)) continue;
    if (!isOwnFolder(options, join(parent, name))) continue;
    const gone = moveAway(options, parent, name);
    if (gone !== null) await remove(options, gone);
  }
}

/** In one turn with the look at the run, which may be run again at any time. Null: it is in use. */
function moveAway({ db }: OrphanOptions, parent: string, name: string): string | null {
  const [, key = '', leaving] = workFolder.exec(name) ?? [];
  const folder = join(parent, name);
  if (leaving !== undefined) return folder;
  // A status in the table is one of the contract's.
  const status = statusOfKey(db, key) as RunStatus | undefined;
  if (status !== undefined && isActiveRun(status)) return null;
  const away = `${folder}.${randomUUID()}`;
  renameSync(folder, away);
  return away;
}

function isOld({ ages }: OrphanOptions, changed: number): boolean {
  const before = ages.before(DAY_MS);
  return before !== null && changed < before;
}

async function foldersOf(parent: string, name: RegExp): Promise<readonly string[]> {
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && name.test(entry.name))
    .map((entry) => entry.name);
}

async function changedAt(folder: string): Promise<number | null> {
  return stat(folder).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  );
}

async function remove({ log }: OrphanOptions, folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
    log.info('Removed a folder that belongs to no run', { folder });
  } catch (error) {
    log.warn('Cannot remove a folder that belongs to no run', { folder, error });
  }
}
