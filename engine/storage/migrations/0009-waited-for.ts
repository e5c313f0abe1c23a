import type { Migration } from './migration.ts';

/** A wait handler tells of a gate once, however often the run goes on and waits for that gate again. */
export const waitedFor: Migration = {
  version: 9,
  name: 'waited for',
  sql: `
    -- JSON list of the gates for which the wait handler was begun last, in the run and in those that it called.
    ALTER TABLE run ADD COLUMN waited_for TEXT NOT NULL DEFAULT '[]';
  `,
};
