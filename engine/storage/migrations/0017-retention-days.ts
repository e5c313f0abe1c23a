import type { Migration } from './migration.ts';

/**
 * How long each definition keeps the history of its name; null where the file says nothing that holds. The files are read
 * anew for it.
 */
export const retentionDays: Migration = {
  version: 17,
  name: 'retention days',
  sql: `
    ALTER TABLE dag_index ADD COLUMN retention_days INTEGER;
    CREATE INDEX dag_index_by_name ON dag_index (name);
    UPDATE dag_index SET fingerprint = '';
  `,
};
