import type { Migration } from './migration.ts';

/** Mails about runs: each is stored with what it tells of, and sent after it. */
export const mails: Migration = {
  version: 13,
  name: 'mails',
  sql: `
    CREATE TABLE mail (
      id INTEGER PRIMARY KEY,
      run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
      -- success, failure or wait of the run; step: a step failed.
      event TEXT NOT NULL,
      -- Of that step; null: it tells of the run.
      position INTEGER,
      -- JSON: the text of the mail, masked, and whose logs go with it.
      content TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      tries INTEGER NOT NULL DEFAULT 0,
      -- When it is tried next; null: it was sent, or was given up.
      due_at INTEGER,
      sent_at INTEGER,
      -- JSON list of addresses, masked.
      recipients TEXT NOT NULL DEFAULT '[]',
      -- Why the last try failed, masked.
      error TEXT NOT NULL DEFAULT ''
    ) STRICT;
    CREATE INDEX mail_by_run ON mail (run_id);
    CREATE INDEX mail_by_due ON mail (due_at) WHERE due_at IS NOT NULL;
  `,
};
