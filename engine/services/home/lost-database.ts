import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { logFolder } from '../../execution/keep/orphan-folders.ts';
import { homeOf } from '../../storage/stored-paths.ts';

type Paths = Pick<Config['paths'], 'dataDir' | 'logDir'>;

/** What tells that a home has had runs although its database is absent or empty. */
export interface LostDatabase {
  readonly why: string;
  /** What to do about it. */
  readonly fix: string;
}

const COPY = /^engine\.db\.(rescued-\w+|damaged-\w+|v\d+\.bak|returned)$/;

/** Null where there is a database, and where there is none because the home is new. */
export function lostDatabase(paths: Paths): LostDatabase | null {
  const file = join(paths.dataDir, 'engine.db');
  const size = sizeOf(file);
  if (size !== null && size > 0) return null;
  const traces = tracesOf(paths, file);
  if (traces === null) return null;
  const copies = namesIn(paths.dataDir).filter((name) => COPY.test(name));
  const beside = copies.length === 0 ? '' : ` (the same folder has ${copies.join(', ')})`;
  return {
    why: `The database ${file} is ${size === null ? 'missing' : 'empty'}, but ${traces}: this is not a new home.`,
    fix:
      `Restore a backup of the database${beside}. Without one, \`dagwright doctor --repair\` recovers what is left and ` +
      'creates an empty database. The logs stay where they are.',
  };
}

function tracesOf(paths: Paths, file: string): string | null {
  if ((sizeOf(`${file}-wal`) ?? 0) > 0) return 'its write-ahead log engine.db-wal exists';
  // Logs that lie elsewhere may be those of another home.
  if (homeOf(paths) === null) return null;
  const runs = namesIn(paths.logDir).filter((name) => logFolder.test(name)).length;
  if (runs === 0) return null;
  return `${paths.logDir} has the logs of ${runs} ${runs === 1 ? 'run' : 'runs'}`;
}

/** Null where there is no such file. */
function sizeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.size ?? null;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A folder that is not there holds nothing.
    return [];
  }
}
