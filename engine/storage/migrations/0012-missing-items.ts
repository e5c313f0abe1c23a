import type { Migration } from './migration.ts';

/** Since when an item of Git Sync is missing, and what it was before. */
export const missingItems: Migration = {
  version: 12,
  name: 'missing items',
  sql: `
    -- Null: it was there when it was last looked at.
    ALTER TABLE sync_item ADD COLUMN missing_at INTEGER;
    -- Empty: it was never looked at before.
    ALTER TABLE sync_item ADD COLUMN previous_status TEXT NOT NULL DEFAULT '';
  `,
};
