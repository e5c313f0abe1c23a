import type { Migration } from './migration.ts';

/**
 * Starts that no cron line names: at a time that somebody gave, until which the run is queued and stands in no line; and with
 * the machine.
 */
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
    -- One row: the last boot of the machine that an engine has seen, and when it counts as due.
    CREATE TABLE seen_boot (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      boot_id TEXT NOT NULL,
      at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX planned_queue_item ON queue_item (due_at) WHERE due_at IS NOT NULL;
  `,
};
