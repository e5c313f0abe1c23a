import type { Migration } from './migration.ts';
import { makePathsRelative } from '../relative-paths.ts';

/** Which home this is, and paths that go with it when it is moved or copied. */
export const homes: Migration = {
  version: 10,
  name: 'homes',
  sql: `
    -- One row: which home this is, and where it was when an engine last served it.
    CREATE TABLE home (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      -- Twelve hex digits; empty until an engine serves the home.
      identity TEXT NOT NULL DEFAULT '',
      -- Real path of the data folder; empty where it is not known.
      path TEXT NOT NULL DEFAULT '',
      machine TEXT NOT NULL DEFAULT '',
      -- 1: folders whose names tell no home are its own, since runs of earlier versions made them.
      owns_unnamed INTEGER NOT NULL,
      -- The data folder that it is a copy of, its home and its machine; empty for none.
      copy_of_path TEXT NOT NULL DEFAULT '',
      copy_of_identity TEXT NOT NULL DEFAULT '',
      copy_of_machine TEXT NOT NULL DEFAULT '',
      copy_found_at INTEGER
    ) STRICT;
    INSERT INTO home (id, owns_unnamed) SELECT 1, EXISTS (SELECT 1 FROM run);
  `,
  fill: makePathsRelative,
};
