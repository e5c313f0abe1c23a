import type { Database } from 'better-sqlite3';
import { prepared } from './prepared.ts';

/** Which home a database belongs to, and where it was when an engine last served it. */
export interface HomeRow {
  /** Empty until an engine serves the home. */
  readonly identity: string;
  /** Real path of the data folder; empty where it is not known. */
  readonly path: string;
  readonly machine: string;
  /** 1: folders whose names tell no home are its own. */
  readonly ownsUnnamed: 0 | 1;
  /** The data folder that it is a copy of, and whose; empty for none. */
  readonly copyOfPath: string;
  readonly copyOfIdentity: string;
  readonly copyOfMachine: string;
  /** Milliseconds since the epoch. */
  readonly copyFoundAt: number | null;
}

/** The one row, which the migration has made. */
export function readHome(db: Database): HomeRow {
  return prepared(
    db,
    `SELECT identity, path, machine, owns_unnamed AS ownsUnnamed, copy_of_path AS copyOfPath,
       copy_of_identity AS copyOfIdentity, copy_of_machine AS copyOfMachine, copy_found_at AS copyFoundAt
     FROM home`,
  ).get() as HomeRow;
}

/** Replaces the one row. */
export function saveHome(db: Database, home: HomeRow): void {
  prepared(
    db,
    `UPDATE home SET identity = :identity, path = :path, machine = :machine, owns_unnamed = :ownsUnnamed,
       copy_of_path = :copyOfPath, copy_of_identity = :copyOfIdentity, copy_of_machine = :copyOfMachine,
       copy_found_at = :copyFoundAt`,
  ).run(home);
}
