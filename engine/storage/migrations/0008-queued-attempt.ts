import type { Migration } from './migration.ts';

/** When a run was queued outlives its retries; only the attempt that queued is counted as having waited. */
export const queuedAttempt: Migration = {
  version: 8,
  name: 'queued attempt',
  sql: `
    -- Whether queued_at is that of the present attempt, as it was for all runs until now.
    ALTER TABLE run ADD COLUMN queued_this_attempt INTEGER NOT NULL DEFAULT 1;
  `,
};
