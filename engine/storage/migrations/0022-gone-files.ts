import type { Migration } from './migration.ts';

/** What the file of a webhook said before it was taken away, so that the next engine can tell another DAG of its name. */
export const goneFiles: Migration = {
  version: 22,
  name: 'gone files',
  sql: `
    -- Hash of its text; null: it is there.
    ALTER TABLE webhook ADD COLUMN gone_hash TEXT;
    -- Milliseconds since the epoch.
    ALTER TABLE webhook ADD COLUMN gone_at INTEGER;
  `,
};
