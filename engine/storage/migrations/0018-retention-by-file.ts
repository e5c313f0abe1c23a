import type { Migration } from './migration.ts';

/**
 * Which file made a run is `run.file_name`: it follows the file through renames, whatever name the run bears. Retention
 * asks by it for the oldest ends; what came with a request has no file, and is kept as long as it says itself.
 */
export const retentionByFile: Migration = {
  version: 18,
  name: 'retention by file',
  sql: `
    CREATE INDEX root_run_of_file ON run (file_name, finished_at) WHERE parent_id IS NULL AND file_name IS NOT NULL;
    CREATE INDEX ended_inline_run ON run (dag_name, retention_days, finished_at)
      WHERE parent_id IS NULL AND finished_at IS NOT NULL AND file_name IS NULL;

    -- How many days a file keeps the runs that it made, by the last text of it that was sound and accepted. Stays when the
    -- file is taken away.
    CREATE TABLE file_retention (
      file_name TEXT PRIMARY KEY,
      days INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO file_retention SELECT file_name, retention_days FROM dag_index WHERE retention_days IS NOT NULL;
  `,
};
