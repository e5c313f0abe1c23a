import type { Migration } from './migration.ts';

/** What Git Sync remembers: the remote, and each item that was on both sides. */
export const sync: Migration = {
  version: 11,
  name: 'sync',
  sql: `
    -- One row, once there was a sync.
    CREATE TABLE sync_state (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      -- Of which remote the items are.
      repository TEXT NOT NULL,
      branch TEXT NOT NULL,
      path TEXT NOT NULL,
      -- Commit of the branch when it was last asked; empty where it had none.
      head TEXT NOT NULL,
      last_sync_at INTEGER NOT NULL,
      -- Empty: the last sync succeeded.
      last_error TEXT NOT NULL
    ) STRICT;
    CREATE TABLE sync_item (
      -- The path without its extension.
      item_id TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      -- On the remote, below its folder.
      path TEXT NOT NULL,
      -- Git's id of the content when both sides were last the same; null: they never were.
      base_oid TEXT,
      -- SHA-256 of the same.
      base_hash TEXT NOT NULL,
      base_commit TEXT NOT NULL,
      synced_at INTEGER,
      -- Git's id of the content that the remote had when it was last asked; null: it had none.
      remote_oid TEXT,
      -- Who made that of the remote where it is in conflict; empty else.
      conflict_commit TEXT NOT NULL,
      conflict_author TEXT NOT NULL,
      conflict_message TEXT NOT NULL,
      conflict_at INTEGER,
      -- 1: a text came from the remote, and only the accepted one may run.
      needs_review INTEGER NOT NULL,
      -- SHA-256 of the text that was trusted last; empty: none.
      accepted_hash TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};
