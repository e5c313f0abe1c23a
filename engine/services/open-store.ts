import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isoTime, type Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { StartError } from '../lib/start-error.ts';
import {
  hasHolder,
  readHolder,
  readHolderElsewhere,
  removeHolder,
  removeHolderElsewhere,
  waitForHolder,
  writeHolder,
  writeHolderElsewhere,
  type Holder,
} from '../platform/engine-holder.ts';
import { writeWhenPossible } from '../platform/write-when-possible.ts';
import { DatabaseInUse, openDatabase, type Database } from '../storage/database.ts';
import type { Config } from '../config/config.ts';
import { DatabaseGuard } from './database-guard.ts';
import { lostDatabase } from './lost-database.ts';

/** The database of a data folder, held by this process alone. */
export interface Store {
  readonly db: Database;
  readonly guard: DatabaseGuard;
  /** Lets another process have it. */
  readonly close: () => void;
}

interface Surroundings {
  readonly clock: Clock;
  readonly log: Logger;
}

type Paths = Pick<Config['paths'], 'dataDir' | 'logDir'>;

/** @throws StartError of `openDatabase`, or one that names the process which has the database open. */
export async function openStore(paths: Paths, { clock, log }: Surroundings): Promise<Store> {
  const { dataDir, logDir } = paths;
  const file = join(dataDir, 'engine.db');
  const startedAt = isoTime(clock.now());
  let endSaying = (): void => undefined;
  const say = (write: () => void): void => {
    endSaying();
    endSaying = writeWhenPossible('The file that says who serves this folder', write, {
      clock,
      log,
    });
  };
  const locked = (): void => say(() => writeHolder(dataDir, startedAt));
  /** Without the files of the folder nothing else tells that it is served. */
  const lost = (): void => {
    if (existsSync(dataDir)) {
      if (!hasHolder(dataDir)) say(() => writeHolder(dataDir, startedAt));
    } else if (!hasHolder(logDir)) say(() => writeHolderElsewhere(logDir, dataDir, startedAt));
  };
  refuseLiveHolder(paths);
  refuseLostDatabase(paths);
  try {
    const db = openDatabase(file, { log, locked });
    const guard = new DatabaseGuard({ db, file, clock, log, lost });
    return { db, guard, close: () => close(db, guard) };
  } catch (error) {
    endSaying();
    if (!(error instanceof DatabaseInUse)) throw error;
    throw inUse(dataDir, await waitForHolder(dataDir), error);
  }

  function close(db: Database, guard: DatabaseGuard): void {
    endSaying();
    guard.close();
    removeHolder(dataDir);
    removeHolderElsewhere(logDir, dataDir);
    db.close();
  }
}

/** Its database may be gone, or another one by now: then no lock tells of it. */
function refuseLiveHolder({ dataDir, logDir }: Paths): void {
  const holder = readHolder(dataDir) ?? readHolderElsewhere(logDir, dataDir);
  if (holder !== null) throw inUse(dataDir, holder);
}

function refuseLostDatabase(paths: Paths): void {
  const lost = lostDatabase(paths);
  if (lost !== null) throw new StartError(`${lost.why} Nothing was changed. ${lost.fix}`);
}

function inUse(dataDir: string, holder: Holder | null, cause?: DatabaseInUse): StartError {
  const who =
    holder === null
      ? `The database of ${dataDir} is held by an unknown process. End it`
      : `Another Dagwright engine (process ${holder.pid}, started ${holder.startedAt}) already serves ${dataDir}. Stop it`;
  return new StartError(`${who}, or set SVC_HOME to another folder.`, { cause });
}
