import type { Migration } from './migration.ts';

/** How many runs of its history a file keeps, beside the days; null for as many as there are. The files are read anew for it. */
export const retentionRuns: Migration = {
  version: 26,
  name: 'retention runs',
  sql: `
    ALTER TABLE dag_index ADD COLUMN retention_runs INTEGER;
    ALTER TABLE file_retention ADD COLUMN runs INTEGER;
    ALTER TABLE run ADD COLUMN retention_runs INTEGER;
    UPDATE dag_index SET fingerprint = '';
  `,
};
