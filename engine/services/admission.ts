import { EngineError } from '../contract/errors.ts';
import type { Config } from '../config/config.ts';
import { freeSpace, whyUnwritable, type FreeSpace } from '../platform/free-space.ts';
import type { Clock } from '../lib/clock.ts';
import type { WriteQueue } from '../storage/write-queue.ts';
import type { DatabaseGuard } from './home/database-guard.ts';

/** Whether the engine can take new work now. */
export interface Admission {
  /** Why it cannot, and what to do, as sentences; null while all is well. */
  readonly problem: () => string | null;
  /** @throws EngineError `service_unavailable` with the problem. */
  readonly check: () => void;
  /** From now on nothing new is taken: the engine stops. */
  readonly close: () => void;
}

export interface AdmissionOptions {
  readonly writes: Pick<WriteQueue, 'problem'>;
  readonly guard: Pick<DatabaseGuard, 'problem'>;
  readonly paths: Pick<Config['paths'], 'dataDir' | 'logDir'>;
  readonly clock: Pick<Clock, 'elapsed'>;
}

const MB = 1024 * 1024;

/**
 * Below this, nothing new begins: what runs already needs room to write down how it ended. The database's log grows to
 * 4 MB before it is brought in, and needs as much again while that goes on.
 */
export const MIN_FREE_BYTES = 16 * MB;

/** A disk with room for bytes and for no more files (inodes) is as full: a step makes three, and its run a few more. */
export const MIN_FREE_FILES = 200;

/** A burst asks the disk once: there is room for what comes meanwhile. */
const FRESH_MS = 20;

/** Refuses new work while the engine stops, and while the folders or the database of its home take nothing. */
export function createAdmission({ writes, guard, paths, clock }: AdmissionOptions): Admission {
  let isClosed = false;
  let wellSince = -Infinity;

  function foldersTrouble(): string | null {
    if (clock.elapsed() - wellSince < FRESH_MS) return null;
    const trouble = folderTrouble(paths.dataDir) ?? folderTrouble(paths.logDir);
    wellSince = trouble === null ? clock.elapsed() : -Infinity;
    return trouble;
  }

  function problem(): string | null {
    if (isClosed) return 'The engine is stopping.';
    const trouble = guard.problem() ?? foldersTrouble();
    if (trouble !== null) return trouble;
    if (writes.problem === null) return null;
    return `The database does not accept writes: ${writes.problem}. ${MAKE_ROOM}`;
  }

  return {
    problem,
    check: () => {
      const found = problem();
      if (found !== null) throw new EngineError('service_unavailable', found);
    },
    close: () => {
      isClosed = true;
    },
  };
}

const MAKE_ROOM =
  'No new work is accepted until it does. Free disk space, for example with `dagwright cleanup`.';

function folderTrouble(folder: string): string | null {
  const why = whyUnwritable(folder);
  if (why !== null) {
    return `Cannot write to the folder ${folder}: ${why}. No new work is accepted until this is fixed.`;
  }
  const lack = lackOf(freeSpace(folder));
  if (lack === null) return null;
  return (
    `The disk of ${folder} is full: ${lack}. ` +
    'No new work is accepted until then. Free disk space, for example with `dagwright cleanup`.'
  );
}

function lackOf(free: FreeSpace | null): string | null {
  if (free === null) return null;
  const { bytes, files } = free;
  if (bytes < MIN_FREE_BYTES) {
    return `${Math.floor(bytes / MB)} MB are free, and ${MIN_FREE_BYTES / MB} MB are required`;
  }
  if (files >= MIN_FREE_FILES) return null;
  return `it takes ${files} more files (inodes), and ${MIN_FREE_FILES} are required`;
}
