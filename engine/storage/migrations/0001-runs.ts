import type { Migration } from './migration.ts';

/**
 * Runs, their nodes, attempts and outputs, the snapshots of what ran, and the index of the definitions on disk.
 * Times are milliseconds since the epoch. Status columns hold the words of the contract.
 */
export const runs: Migration = {
  version: 1,
  name: 'runs',
  sql: `
    -- The YAML text of runs, stored once for all runs of the same text.
    CREATE TABLE definition (
      id INTEGER PRIMARY KEY,
      hash BLOB NOT NULL UNIQUE,
      text TEXT NOT NULL
    ) STRICT;

    CREATE TABLE run (
      id INTEGER PRIMARY KEY,
      -- Name of the log folder: ours, never a user's.
      key TEXT NOT NULL UNIQUE,
      dag_name TEXT NOT NULL,
      run_id TEXT NOT NULL,
      -- Null for a definition that came with the request.
      file_name TEXT,
      definition_id INTEGER NOT NULL REFERENCES definition (id),
      status TEXT NOT NULL,
      trigger_type TEXT NOT NULL,
      attempt_id TEXT NOT NULL,
      -- JSON text of the merged parameters, as the interface shows it.
      params TEXT NOT NULL,
      -- JSON: what was resolved at the start and must not be resolved again.
      context TEXT NOT NULL,
      -- JSON list.
      tags TEXT NOT NULL,
      root_id INTEGER REFERENCES run (id),
      parent_id INTEGER REFERENCES run (id),
      created_at INTEGER NOT NULL,
      queued_at INTEGER,
      started_at INTEGER,
      finished_at INTEGER,
      stop_requested_at INTEGER,
      log_folder TEXT NOT NULL,
      retention_days INTEGER NOT NULL,
      error TEXT NOT NULL DEFAULT '',
      UNIQUE (dag_name, run_id)
    ) STRICT;
    CREATE INDEX run_by_name ON run (dag_name, id);
    CREATE INDEX run_by_status ON run (status, id);
    CREATE INDEX run_by_time ON run (created_at);
    CREATE INDEX run_by_definition ON run (definition_id);
    CREATE INDEX run_by_root ON run (root_id);
    CREATE INDEX run_by_parent ON run (parent_id);

    CREATE TABLE node (
      run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      name TEXT NOT NULL,
      status TEXT NOT NULL,
      started_at INTEGER,
      finished_at INTEGER,
      stdout TEXT NOT NULL DEFAULT '',
      stderr TEXT NOT NULL DEFAULT '',
      exit_code INTEGER,
      retry_count INTEGER NOT NULL DEFAULT 0,
      done_count INTEGER NOT NULL DEFAULT 0,
      error TEXT NOT NULL DEFAULT '',
      PRIMARY KEY (run_id, position)
    ) STRICT, WITHOUT ROWID;

    -- One execution of a node. Written before its process begins, so that no process is ever unknown.
    CREATE TABLE attempt (
      run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      number INTEGER NOT NULL,
      nonce TEXT NOT NULL,
      pid INTEGER,
      process_started TEXT,
      boot_id TEXT,
      started_at INTEGER NOT NULL,
      finished_at INTEGER,
      exit_code INTEGER,
      PRIMARY KEY (run_id, position, number)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE output (
      run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      name TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (run_id, position, name)
    ) STRICT, WITHOUT ROWID;

    -- What the files in the DAGs folder say; can be rebuilt from them at any time.
    CREATE TABLE dag_index (
      file_name TEXT PRIMARY KEY,
      -- Size, modification time and inode of the file that was read.
      fingerprint TEXT NOT NULL,
      name TEXT NOT NULL,
      head TEXT NOT NULL,
      tags TEXT NOT NULL,
      schedule TEXT NOT NULL,
      errors TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- What people decided about a DAG; no file says it.
    CREATE TABLE dag_state (
      file_name TEXT PRIMARY KEY,
      suspended INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};
