import type { Migration } from './migration.ts';

/** What runs of the whole language need: sub-runs, phases of a run, stages of a node, gates, causes of attempts. */
export const language: Migration = {
  version: 2,
  name: 'language',
  sql: `
    -- Counts from 1; a retry adds one.
    ALTER TABLE run ADD COLUMN attempt INTEGER NOT NULL DEFAULT 1;
    -- 0 for a root run.
    ALTER TABLE run ADD COLUMN depth INTEGER NOT NULL DEFAULT 0;
    -- The node of the parent that called it.
    ALTER TABLE run ADD COLUMN parent_position INTEGER;
    -- Text of base.yaml when the run began; null where there was none.
    ALTER TABLE run ADD COLUMN base_id INTEGER REFERENCES definition (id);
    -- Name of the document within the definition; null for the first one.
    ALTER TABLE run ADD COLUMN document TEXT;
    -- checking, init, steps, handlers: how far the run has come.
    ALTER TABLE run ADD COLUMN phase TEXT NOT NULL DEFAULT 'steps';
    -- Why the run ends before its steps do: stop, timeout, init, precondition.
    ALTER TABLE run ADD COLUMN cut_short TEXT;
    UPDATE run SET cut_short = 'stop' WHERE stop_requested_at IS NOT NULL;
    -- JSON list: why each precondition of the DAG was not met.
    ALTER TABLE run ADD COLUMN condition_errors TEXT NOT NULL DEFAULT '[]';
    CREATE INDEX run_by_base ON run (base_id);
    -- Lists show root runs, and a run may have called thousands.
    DROP INDEX run_by_name;
    CREATE INDEX root_run ON run (id) WHERE parent_id IS NULL;
    CREATE INDEX root_run_by_name ON run (dag_name, id) WHERE parent_id IS NULL;

    -- checking, executing, judging, pausing while a node runs; empty otherwise.
    ALTER TABLE node ADD COLUMN stage TEXT NOT NULL DEFAULT '';
    -- When the pause before the next attempt ends.
    ALTER TABLE node ADD COLUMN due_at INTEGER;
    -- Number of the newest attempt; 0 for none.
    ALTER TABLE node ADD COLUMN attempt INTEGER NOT NULL DEFAULT 0;
    -- 1: its failure or skip does not hold up what follows.
    ALTER TABLE node ADD COLUMN continued INTEGER NOT NULL DEFAULT 0;
    -- JSON: what a router chose, how a gate was decided.
    ALTER TABLE node ADD COLUMN detail TEXT NOT NULL DEFAULT '{}';

    -- first, retry, repeat, rerun: why the attempt was made.
    ALTER TABLE attempt ADD COLUMN cause TEXT NOT NULL DEFAULT 'first';
    -- Byte of the log of standard output at which the attempt began.
    ALTER TABLE attempt ADD COLUMN stdout_from INTEGER NOT NULL DEFAULT 0;

    -- The calls of sub-DAGs that one attempt of a node makes, in the order of their items.
    CREATE TABLE call (
      run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      attempt INTEGER NOT NULL,
      item INTEGER NOT NULL,
      target TEXT NOT NULL,
      params TEXT NOT NULL,
      child_id INTEGER REFERENCES run (id) ON DELETE SET NULL,
      -- Why no run came of it; empty otherwise.
      error TEXT NOT NULL DEFAULT '',
      PRIMARY KEY (run_id, position, attempt, item)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX call_by_child ON call (child_id);
  `,
};
