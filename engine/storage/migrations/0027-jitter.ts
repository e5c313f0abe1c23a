import type { Migration } from './migration.ts';

/** When the run of a slot was to start, where that is later than the slot. The files are read anew for how much later. */
export const jitter: Migration = {
  version: 27,
  name: 'jitter',
  sql: `
    -- Milliseconds since the epoch; null: at the time of the slot.
    ALTER TABLE slot ADD COLUMN starts_at INTEGER;
    UPDATE dag_index SET fingerprint = '';
  `,
};
