import type { Migration } from './migration.ts';

/** Signatures that hold for one delivery and have queued a run: none queues another. */
export const usedSignatures: Migration = {
  version: 24,
  name: 'used signatures',
  sql: `
    CREATE TABLE used_signature (
      webhook_id TEXT NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
      code TEXT NOT NULL,
      -- Milliseconds since the epoch.
      signed_at INTEGER NOT NULL,
      PRIMARY KEY (webhook_id, code)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX used_signature_by_time ON used_signature (webhook_id, signed_at);
  `,
};
