import { realpathSync } from 'node:fs';
import { newHomeId } from '../../lib/home-id.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { mayHoldHome } from '../../platform/home-file.ts';
import { machineId } from '../../platform/machine-id.ts';
import type { Database } from '../../storage/database.ts';
import { endForeignWork, type ForeignWords } from '../../storage/foreign-work.ts';
import { readHome, saveHome, type HomeRow } from '../../storage/home.ts';

interface Dependencies {
  readonly clock: Clock;
  readonly log: Logger;
  /** Tells this machine from others; that of the system when left out. */
  readonly machine?: string;
}

/** Where a home is. */
export type HomeLocation = Pick<HomeRow, 'path' | 'machine'>;

/** How a home came to where it is. `unknown`: nobody has noted where it was. */
export type Arrival = 'same' | 'moved' | 'copied' | 'unknown';

/**
 * Finds out whether a database is where it was, and gives a copy an identity of its own, so that it takes over nothing
 * of its original: what goes on there is ended here, and what bears the original's id is left alone.
 */
export function takeHome(db: Database, dataDir: string, dependencies: Dependencies): HomeRow {
  const before = readHome(db);
  const here = placeOf(dataDir, dependencies.machine);
  const arrival = arrivalOf(before, here);
  if (arrival === 'same' && before.identity !== '') return before;
  if (arrival === 'copied') return takeCopy(db, before, { ...dependencies, here });
  if (arrival === 'moved') {
    dependencies.log.info('This home was moved', { from: before.path, to: here.path });
  }
  const after = { ...before, ...here, identity: before.identity || newHomeId() };
  saveHome(db, after);
  return after;
}

/** Where a data folder really is: its path with links followed, and the machine. */
export function placeOf(dataDir: string, machine = machineId()): HomeLocation {
  return { path: realpathSync(dataDir), machine };
}

/**
 * A home that is not where it was is a copy as long as its original may still be there: on another machine it always may,
 * on this one a look tells.
 */
export function arrivalOf({ identity, path, machine }: HomeRow, here: HomeLocation): Arrival {
  if (machine !== '' && machine !== here.machine) return 'copied';
  if (path === '') return 'unknown';
  if (path === here.path) return 'same';
  return isElsewhere(path, here) && mayHoldHome(path, identity) ? 'copied' : 'moved';
}

/** The place of before may be a link to this one. */
function isElsewhere(path: string, here: HomeLocation): boolean {
  try {
    return realpathSync(path) !== here.path;
  } catch {
    // Nothing is there any more.
    return false;
  }
}

function takeCopy(
  db: Database,
  before: HomeRow,
  { clock, log, here }: Dependencies & { readonly here: HomeLocation },
): HomeRow {
  const now = clock.now();
  const original = originalOf(before, here);
  const after: HomeRow = {
    ...here,
    identity: newHomeId(),
    ownsUnnamed: 0,
    copyOfPath: before.path,
    copyOfIdentity: before.identity,
    copyOfMachine: before.machine,
    copyFoundAt: now,
  };
  const work = db.transaction(() => {
    saveHome(db, after);
    return endForeignWork(db, wordsFor(original, now));
  })();
  log.warn(
    `This home is a copy of ${original}. It takes over none of its runs, and follows its own schedules from now on.`,
    { ...work, home: after.identity },
  );
  return after;
}

/** The original of a copy in words: its data folder, and that it is on another machine. */
export function originalOf({ path, machine }: HomeLocation, here: HomeLocation): string {
  return machine === '' || machine === here.machine ? path : `${path} on another machine`;
}

function wordsFor(original: string, now: number): ForeignWords {
  const copy = `This home is a copy of ${original}`;
  return {
    now,
    running: `${copy}: the run continued there, and only the original knows how it ended`,
    queued: `${copy}: the run is queued there`,
    slot: `${copy}, which runs this slot.`,
    mail: `${copy}, which sends this mail`,
  };
}
