import type { Migration } from './migration.ts';

/**
 * A text of the remote waits as a part of its item, and no longer in the folder of DAGs. One that an earlier version has put
 * there waits still; the next pull takes it out.
 */
export const reviews: Migration = {
  version: 19,
  name: 'reviews',
  sql: `
    -- Git's id of a text of the remote that waits to be accepted; null: none does.
    ALTER TABLE sync_item ADD COLUMN review_oid TEXT;
    -- SHA-256 of the same; empty for none.
    ALTER TABLE sync_item ADD COLUMN review_hash TEXT NOT NULL DEFAULT '';
    UPDATE sync_item SET review_oid = base_oid, review_hash = base_hash
      WHERE needs_review = 1 AND base_oid IS NOT NULL AND base_hash <> accepted_hash;
    ALTER TABLE sync_item DROP COLUMN needs_review;
    DROP TABLE pulled_text;
  `,
};
