import type { Migration } from './migration.ts';

/** What steps said to language models and were answered. */
export const conversations: Migration = {
  version: 16,
  name: 'conversations',
  sql: `
    CREATE TABLE conversation (
      run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      -- JSON, secrets masked.
      messages TEXT NOT NULL,
      PRIMARY KEY (run_id, position)
    ) STRICT, WITHOUT ROWID;
  `,
};
