import type { Migration } from './migration.ts';

/** Runs that are to start at a time: until then they are queued, and stand in no line. */
export const plannedStarts: Migration = {
  version: 25,
  name: 'planned starts',
  sql: `
    -- When somebody wanted it to start, in milliseconds since the epoch; null: at once.
    ALTER TABLE run ADD COLUMN planned_at INTEGER;
    -- The same while it is not yet due; null: it is in line.
    ALTER TABLE queue_item ADD COLUMN due_at INTEGER;
    -- 1: it starts when it is due, without waiting in line.
    ALTER TABLE queue_item ADD COLUMN is_direct INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX planned_queue_item ON queue_item (due_at) WHERE due_at IS NOT NULL;
  `,
};
