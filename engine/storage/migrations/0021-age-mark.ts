import type { Migration } from './migration.ts';

/** Until when the clock was right, as far as this home can tell: what is deleted for its age asks for that. */
export const ageMark: Migration = {
  version: 21,
  name: 'age mark',
  sql: `
    CREATE TABLE age_mark (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      trusted_at INTEGER NOT NULL,
      -- How long the engine has still to run before it trusts the clock again; 0: it does.
      wait_ms INTEGER NOT NULL
    ) STRICT;
  `,
};
