import type { Migration } from './migration.ts';

/** The commit of Git that the definition of a run stands on. */
export const runCommits: Migration = {
  version: 15,
  name: 'run commits',
  sql: `
    CREATE TABLE run_commit (
      run_id INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
      commit_id TEXT NOT NULL,
      -- 1: the text of the run is not that of the commit.
      changed INTEGER NOT NULL
    ) STRICT;
  `,
};
