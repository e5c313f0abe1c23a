import type { Database } from 'better-sqlite3';

/** One forward step of the schema. Released ones are never edited; a change is a new one. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /** What must be known of this home beside. Part of the same transaction. */
  readonly fill?: (db: Database) => void;
}
