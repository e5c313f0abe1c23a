import type { Migration } from './migration.ts';

/** Which texts Git Sync brought, whatever file they are in by now, and which of them somebody has accepted. */
export const pulledTexts: Migration = {
  version: 14,
  name: 'pulled texts',
  sql: `
    CREATE TABLE pulled_text (
      -- SHA-256 of the text.
      hash TEXT PRIMARY KEY,
      -- The item of Git Sync that it came as.
      item_id TEXT NOT NULL,
      accepted INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    INSERT OR IGNORE INTO pulled_text (hash, item_id)
      SELECT base_hash, item_id FROM sync_item
      WHERE kind = 'dag' AND needs_review = 1 AND base_hash NOT IN ('', accepted_hash)
        AND base_hash NOT IN (SELECT accepted_hash FROM sync_item);
  `,
};
