import { join } from 'node:path';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { HomeInUse, StartError } from '../../lib/start-error.ts';
import { readHolder, readHolderElsewhere, type Holder } from '../../platform/engine-holder.ts';
import { DatabaseInUse, openDatabase, type Database } from '../../storage/database.ts';
import type { HomeRow } from '../../storage/home.ts';
import type { HomeFolders } from '../../storage/stored-paths.ts';
import { DatabaseGuard } from './database-guard.ts';
import { HolderNotes } from './holder-notes.ts';
import { lostDatabase } from './lost-database.ts';
import { takeHome } from './take-home.ts';

/** The database of a data folder, held by this process alone. */
export interface Store {
  readonly db: Database;
  readonly home: HomeRow;
  readonly guard: DatabaseGuard;
  /** Lets another process have it. */
  readonly close: () => void;
}

interface Dependencies {
  readonly clock: Clock;
  readonly log: Logger;
  /** Whether the process stays, or ends with the command that it is part of. */
  readonly isService: boolean;
  /** Tells this machine from others; that of the system when left out. */
  readonly machine?: string;
}

const WAIT_MS = 2000;
const LOOK_MS = 20;

type Paths = Pick<HomeFolders, 'dataDir' | 'logDir'>;

/** @throws StartError of `openDatabase`, HomeInUse that names the process which has the database open. */
export async function openStore(paths: HomeFolders, dependencies: Dependencies): Promise<Store> {
  const { clock, log } = dependencies;
  const { dataDir } = paths;
  refuseLiveHolder(paths);
  refuseLostDatabase(paths);
  const notes = new HolderNotes(paths, dependencies);
  const file = join(dataDir, 'engine.db');
  const db = await takeDatabase(dataDir, clock, () => {
    try {
      return openDatabase(file, { log, locked: () => notes.say(), folders: paths });
    } catch (error) {
      notes.giveUp();
      throw error;
    }
  });
  try {
    const home = takeHome(db, dataDir, dependencies);
    notes.sayHome(home.identity);
    const guard = new DatabaseGuard({ db, file, clock, log, lost: () => notes.sayAgain() });
    return { db, home, guard, close: () => close(db, notes, guard) };
  } catch (error) {
    close(db, notes);
    throw error;
  }
}

function close(db: Database, notes: HolderNotes, guard?: DatabaseGuard): void {
  guard?.close();
  notes.remove();
  db.close();
}

/**
 * One that has it says so a moment after it took the lock. Of two that reach for it at once SQLite may turn away both: then
 * neither says anything, and they try again, each after a while of its own.
 */
async function takeDatabase(
  dataDir: string,
  clock: Clock,
  open: () => Database,
): Promise<Database> {
  const last = clock.elapsed() + WAIT_MS;
  for (;;) {
    try {
      return open();
    } catch (error) {
      if (!(error instanceof DatabaseInUse)) throw error;
      const holder = readHolder(dataDir);
      if (holder !== null || clock.elapsed() > last) throw inUse(dataDir, holder, error);
    }
    const pauseMs = LOOK_MS * (1 + Math.random());
    await new Promise<void>((resolve) => clock.after(pauseMs, resolve));
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

function inUse(dataDir: string, holder: Holder | null, cause?: DatabaseInUse): HomeInUse {
  return new HomeInUse(`${whoUses(dataDir, holder)}, or set SVC_HOME to another folder.`, {
    pid: holder?.pid ?? null,
    isByCommand: holder?.isService === false,
    cause,
  });
}

function whoUses(dataDir: string, holder: Holder | null): string {
  if (holder === null) {
    return `The database of ${dataDir} is in use by an unknown process. Stop it`;
  }
  const { pid, startedAt } = holder;
  return holder.isService
    ? `Another Dagwright engine (process ${pid}, started ${startedAt}) already serves ${dataDir}. Stop it`
    : `Another Dagwright command (process ${pid}, started ${startedAt}) is using ${dataDir}. Wait until it ends`;
}
