import type { Migration } from './migration.ts';

/** What time limits need to go on in another engine, whatever becomes of the clock on the wall. */
export const stopwatches: Migration = {
  version: 7,
  name: 'stopwatches',
  sql: `
    -- JSON of a Stopwatch: how much of the time limit that counts now had passed, and when. Null where none counts.
    ALTER TABLE run ADD COLUMN stopwatch TEXT;
    ALTER TABLE attempt ADD COLUMN stopwatch TEXT;
  `,
};
