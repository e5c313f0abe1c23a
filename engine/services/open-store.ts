import { join } from 'node:path';
import { isoTime, type Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { StartError } from '../lib/start-error.ts';
import { removeHolder, waitForHolder, writeHolder } from '../platform/engine-holder.ts';
import { writeWhenPossible } from '../platform/write-when-possible.ts';
import { DatabaseInUse, openDatabase, type Database } from '../storage/database.ts';

/** The database of a data folder, held by this process alone. */
export interface Store {
  readonly db: Database;
  /** Lets another process have it. */
  readonly close: () => void;
}

interface Surroundings {
  readonly clock: Clock;
  readonly log: Logger;
}

/** @throws StartError of `openDatabase`, or one that names the process which has the database open. */
export async function openStore(dataDir: string, { clock, log }: Surroundings): Promise<Store> {
  let endSaying = (): void => undefined;
  const locked = (): void => {
    const say = (): void => writeHolder(dataDir, isoTime(clock.now()));
    endSaying = writeWhenPossible('The file that says who serves this folder', say, { clock, log });
  };
  try {
    const db = openDatabase(join(dataDir, 'engine.db'), { log, locked });
    return { db, close: () => close(db) };
  } catch (error) {
    endSaying();
    if (!(error instanceof DatabaseInUse)) throw error;
    throw await inUse(dataDir, error);
  }

  function close(db: Database): void {
    endSaying();
    removeHolder(dataDir);
    db.close();
  }
}

async function inUse(dataDir: string, cause: DatabaseInUse): Promise<StartError> {
  const holder = await waitForHolder(dataDir);
  const who =
    holder === null
      ? `The database of ${dataDir} is held by an unknown process. End it`
      : `Another Dagwright engine (process ${holder.pid}, started ${holder.startedAt}) already serves ${dataDir}. Stop it`;
  return new StartError(`${who}, or set SVC_HOME to another folder.`, { cause });
}
