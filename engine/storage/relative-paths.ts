import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { isWithin, storedPathsOf, type HomeFolders, type StoredPaths } from './stored-paths.ts';

/**
 * Makes the absolute paths that earlier versions stored relative to the home. Where the home was moved or copied before,
 * they begin with the folders of the place that it came from; that place is noted, and the paths are those of this one.
 */
export function makePathsRelative(db: Database): void {
  const storedPaths = storedPathsOf(db);
  const former = formerHome(db, storedPaths.folders);
  db.function('relative_path', { deterministic: true, directOnly: true }, (path: unknown) =>
    typeof path === 'string'
      ? storedPaths.toStored(rebased(path, former, storedPaths.folders))
      : path,
  );
  db.exec(`
    UPDATE run SET log_folder = relative_path(log_folder),
      context = json_replace(context,
        '$.workingDir', relative_path(context ->> '$.workingDir'),
        '$.homeFolder', relative_path(context ->> '$.homeFolder'),
        '$.env.DAG_RUN_LOG_FILE', relative_path(context ->> '$.env.DAG_RUN_LOG_FILE'));
    UPDATE node SET stdout = relative_path(stdout), stderr = relative_path(stderr) WHERE stdout <> '' OR stderr <> '';
  `);
  if (former !== null) db.prepare('UPDATE home SET path = ?').run(former.dataDir);
}

/** Enough to know where the home was last, however many runs there are. */
const NEWEST = 100;

interface FormerPaths {
  readonly key: string;
  readonly logFolder: string;
  readonly homeFolder: string | null;
}

/** Where the home was when its newest runs began; null: here, or nobody knows. */
function formerHome(db: Database, here: HomeFolders): HomeFolders | null {
  const newest = db
    .prepare(
      `SELECT key, log_folder AS logFolder, context ->> '$.homeFolder' AS homeFolder
       FROM run ORDER BY id DESC LIMIT ${NEWEST}`,
    )
    .all() as FormerPaths[];
  for (const run of newest) {
    if (isHere(run, here)) return null;
    const former = candidates(run, here).find((folders) => wasHome(run, folders, here));
    if (former !== undefined) return former;
  }
  return null;
}

function isHere(
  { logFolder, homeFolder }: FormerPaths,
  { dataDir, logDir, dagsDir }: HomeFolders,
): boolean {
  const isOneOf = (path: string): boolean =>
    [dataDir, logDir, dagsDir].some((folder) => isWithin(path, folder));
  // Logs may lie in a place that all homes share; a definition lies in its home.
  return homeFolder === null ? isOneOf(logFolder) : isOneOf(homeFolder);
}

/** Homes whose folders have the names that they have here, by the paths of a run. */
function candidates({ key, logFolder, homeFolder }: FormerPaths, here: HomeFolders): HomeFolders[] {
  const found = [dirname(logFolder), ...(homeFolder === null ? [] : [homeFolder])];
  const privateFolder = join('work', key, 'cwd');
  return found.map((folder) => {
    const data = folder.endsWith(privateFolder) ? dirname(dirname(dirname(folder))) : folder;
    const beside = (path: string): string => join(dirname(data), basename(path));
    return {
      dataDir: beside(here.dataDir),
      logDir: beside(here.logDir),
      dagsDir: beside(here.dagsDir),
    };
  });
}

/** Its logs have come along, or it is still there. This one is no former one, although a setting may name another folder now. */
function wasHome(
  { key, logFolder }: FormerPaths,
  folders: HomeFolders,
  here: HomeFolders,
): boolean {
  if (folders.dataDir === here.dataDir) return false;
  const cameAlong = logFolder === join(folders.logDir, key) && existsSync(join(here.logDir, key));
  return cameAlong || existsSync(join(folders.dataDir, 'engine.db'));
}

function rebased(path: string, former: HomeFolders | null, here: StoredPaths['folders']): string {
  if (former === null) return path;
  for (const name of ['dataDir', 'logDir', 'dagsDir'] as const) {
    if (isWithin(path, former[name])) return here[name] + path.slice(former[name].length);
  }
  return path;
}
