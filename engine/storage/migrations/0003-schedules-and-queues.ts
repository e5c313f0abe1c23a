import type { Migration } from './migration.ts';

/** Queues, the ledger of slots, what the machine and the steps used. */
export const schedulesAndQueues: Migration = {
  version: 3,
  name: 'schedules-and-queues',
  sql: `
    -- Queue in whose load the run counts; empty for a run that another run called.
    ALTER TABLE run ADD COLUMN queue TEXT NOT NULL DEFAULT '';
    UPDATE run SET queue = dag_name WHERE parent_id IS NULL;
    CREATE INDEX running_by_queue ON run (queue) WHERE status = 'running' AND parent_id IS NULL;

    -- Whether a DAG has an active run, however long its history is.
    CREATE INDEX active_run ON run (dag_name, id) WHERE parent_id IS NULL AND status IN ('running', 'queued', 'waiting');

    -- Whether a run has succeeded since a time (skip_if_successful).
    CREATE INDEX succeeded_by_start ON run (dag_name, started_at) WHERE status = 'succeeded' AND parent_id IS NULL;

    -- Retention asks for the oldest ends of a DAG after each of its runs.
    CREATE INDEX ended_run ON run (dag_name, finished_at) WHERE parent_id IS NULL AND finished_at IS NOT NULL;

    -- One row: when this database was made.
    CREATE TABLE store (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      made_at INTEGER NOT NULL
    ) STRICT;
    INSERT INTO store SELECT 1, coalesce(min(created_at), unixepoch() * 1000) FROM run;

    -- Runs that wait, strictly by place.
    CREATE TABLE queue_item (
      run_id INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
      queue TEXT NOT NULL,
      place INTEGER NOT NULL,
      -- 1: the run goes on as a retry; the node alone that is to run again, or null for all that failed.
      is_retry INTEGER NOT NULL DEFAULT 0,
      retry_position INTEGER
    ) STRICT;
    CREATE INDEX queue_item_by_place ON queue_item (queue, place);

    -- What became of each slot. A slot that has come due has one row and never two.
    CREATE TABLE slot (
      file_name TEXT NOT NULL,
      -- start, stop, restart
      kind TEXT NOT NULL,
      -- When it was due.
      at INTEGER NOT NULL,
      dag_name TEXT NOT NULL,
      fate TEXT NOT NULL,
      reason TEXT NOT NULL,
      detail TEXT NOT NULL,
      -- Id of the run that it started, stopped or met; empty for none.
      dag_run_id TEXT NOT NULL DEFAULT '',
      decided_at INTEGER NOT NULL,
      PRIMARY KEY (file_name, kind, at)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX slot_by_time ON slot (at, fate);
    CREATE INDEX pending_slot ON slot (file_name, at) WHERE fate = 'pending';

    -- The schedules that the engine knows, and since when: a slot counts from when its schedule was read.
    CREATE TABLE scheduled_dag (
      file_name TEXT PRIMARY KEY,
      schedule TEXT NOT NULL,
      since INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- One row: until when every slot has its fate, and when the engine last looked.
    CREATE TABLE scheduler_mark (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      decided_until INTEGER NOT NULL,
      seen_at INTEGER NOT NULL
    ) STRICT;

    -- Times during which no slot could be acted on: engine_off, asleep, clock_forward.
    CREATE TABLE downtime (
      from_at INTEGER NOT NULL,
      to_at INTEGER NOT NULL,
      cause TEXT NOT NULL,
      PRIMARY KEY (to_at, from_at)
    ) STRICT, WITHOUT ROWID;

    -- What the machine used, one row for each sample.
    CREATE TABLE resource_sample (
      at INTEGER PRIMARY KEY,
      cpu REAL NOT NULL,
      memory REAL NOT NULL,
      disk REAL NOT NULL,
      load REAL NOT NULL
    ) STRICT;

    -- What the processes of an attempt used; null where it was not measured.
    ALTER TABLE attempt ADD COLUMN cpu_ms INTEGER;
    ALTER TABLE attempt ADD COLUMN peak_memory INTEGER;

    -- How slots of the DAG are dealt with: JSON. The index is read anew.
    ALTER TABLE dag_index ADD COLUMN policy TEXT NOT NULL DEFAULT '{}';
    DELETE FROM dag_index;
  `,
};
