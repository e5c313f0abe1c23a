import { dirname, join, resolve, sep } from 'node:path';
import type { Database } from 'better-sqlite3';

/** The folders of a home that stored paths may start from. All absolute. */
export interface HomeFolders {
  readonly dataDir: string;
  readonly logDir: string;
  readonly dagsDir: string;
}

/** Turns the paths of this home into what is stored, so that a home may be moved and copied, and back. */
export interface StoredPaths {
  readonly folders: HomeFolders;
  /** `data/…`, `dags/…` or `home/…` for what lies in the home; what lies elsewhere stays as it is. */
  readonly toStored: (path: string) => string;
  /** A path that is absolute already stays as it is. */
  readonly toAbsolute: (stored: string) => string;
}

const stored = /^(data|dags|home)(?=[\\/]|$)/;

/**
 * `data` and `dags` are the folders that the settings name. `home` is the folder around the data folder; it counts only
 * where the logs lie beside the data, for elsewhere that folder may be anything.
 */
export function placesIn(folders: HomeFolders): StoredPaths {
  const home = homeOf(folders);
  const roots = { data: folders.dataDir, dags: folders.dagsDir, home: dirname(folders.dataDir) };
  const known = Object.entries(roots).filter(([name]) => name !== 'home' || home !== null);
  // What lies in two of them belongs to the inner one.
  const inward = known.sort(([, one], [, other]) => other.length - one.length);
  return {
    folders,
    toStored: (path) => {
      for (const [name, root] of inward) {
        if (isWithin(path, root)) return name + path.slice(root.length);
      }
      return path;
    },
    toAbsolute: (path) => {
      // The expression has no other names.
      const name = stored.exec(path)?.[1] as keyof typeof roots | undefined;
      return name === undefined ? path : roots[name] + path.slice(name.length);
    },
  };
}

/** The folder that holds the data and the logs side by side; null where they lie apart. */
export function homeOf({
  dataDir,
  logDir,
}: Pick<HomeFolders, 'dataDir' | 'logDir'>): string | null {
  const home = dirname(resolve(dataDir));
  return dirname(resolve(logDir)) === home && dirname(home) !== home ? home : null;
}

/** Whether a path is the folder or lies below it, as far as their texts tell. */
export function isWithin(path: string, folder: string): boolean {
  return path.startsWith(folder) && (path.length === folder.length || path[folder.length] === sep);
}

const placesOfStores = new WeakMap<Database, StoredPaths>();

/** The places of the home that a store belongs to: as it was opened, else those of a home that lies together. */
export function storedPathsOf(db: Database): StoredPaths {
  let storedPaths = placesOfStores.get(db);
  if (storedPaths === undefined) {
    storedPaths = db.memory ? nowhere : placesIn(foldersAround(db.name));
    placesOfStores.set(db, storedPaths);
  }
  return storedPaths;
}

/** Says where the home of a store has its folders. Call it before the first statement. */
export function setPlaces(db: Database, folders: HomeFolders): void {
  placesOfStores.set(db, placesIn(folders));
}

/** Gives the statements of a connection the functions `stored_path` and `absolute_path`. */
export function definePathFunctions(db: Database): void {
  const { toStored, toAbsolute } = storedPathsOf(db);
  const options = { deterministic: true, directOnly: true };
  db.function('stored_path', options, (path: unknown) => mapped(path, toStored));
  db.function('absolute_path', options, (path: unknown) => mapped(path, toAbsolute));
}

function mapped(path: unknown, map: (path: string) => string): unknown {
  return typeof path === 'string' ? map(path) : path;
}

function foldersAround(file: string): HomeFolders {
  const dataDir = dirname(resolve(file));
  const beside = (name: string): string => join(dirname(dataDir), name);
  return { dataDir, logDir: beside('logs'), dagsDir: beside('dags') };
}

const nowhere: StoredPaths = {
  folders: { dataDir: '', logDir: '', dagsDir: '' },
  toStored: (path) => path,
  toAbsolute: (path) => path,
};
