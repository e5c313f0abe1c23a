import SQLite from 'better-sqlite3';
import type { Logger } from '../../../../engine/lib/logger.ts';
import { openDatabase, type Database } from '../../../../engine/storage/database.ts';

let template: Buffer | undefined;

/** A store in memory. It is filled from a copy, for then what is not committed is not in its next copy either. */
export function emptyStore(): Database {
  if (template === undefined) {
    const db = openDatabase(':memory:');
    template = db.serialize();
    db.close();
  }
  return openCopy(template);
}

/** What is left of a store when its engine is killed now. */
export const survivingStore = (db: Database): Database => openCopy(db.serialize());

function openCopy(content: Buffer): Database {
  const db = new SQLite(content);
  db.pragma('foreign_keys = ON');
  return db;
}

/** For work of the event loop that ends by itself, however busy the machine is. */
const MAX_TURNS = 100_000;

/** Resolves when the event loop has nothing left to do. */
export async function quiet(): Promise<void> {
  for (let turns = 0; turns < MAX_TURNS; turns += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (!process.getActiveResourcesInfo().includes('Immediate')) return;
  }
  throw new Error('The engine never comes to rest.');
}

/** While a run was being made ready, the rule gave its slot another fate: the run is refused, and that is right. */
const isOvertaken = /slot of .* is not pending$/;

/** A logger that keeps errors. */
export function errorLogger(errors: string[]): Logger {
  const silent = (): void => undefined;
  const log: Logger = {
    debug: silent,
    info: silent,
    warn: silent,
    error: (message, fields) => {
      const text = `${message} ${String(fields?.['error'] ?? '')}`;
      if (!isOvertaken.test(text)) errors.push(text);
    },
    with: () => log,
  };
  return log;
}
