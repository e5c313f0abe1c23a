import type { Migration } from './migration.ts';

/** What is counted of runs outlives them: counters must not fall when retention deletes what they counted. */
export const runTallies: Migration = {
  version: 6,
  name: 'run tallies',
  sql: `
    -- How often root runs of a DAG have come to a status. What an attempt came to is added when it has ended.
    CREATE TABLE status_tally (
      dag_name TEXT NOT NULL,
      status TEXT NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (dag_name, status)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO status_tally
      SELECT dag_name, status, count(*) FROM run
      WHERE parent_id IS NULL AND status NOT IN ('not_started', 'running', 'queued') GROUP BY 1, 2;
    INSERT INTO status_tally
      SELECT dag_name, 'running', count(*) FROM run
      WHERE parent_id IS NULL AND started_at IS NOT NULL AND status NOT IN ('running', 'queued', 'waiting') GROUP BY 1;
    INSERT INTO status_tally
      SELECT dag_name, 'queued', count(*) FROM run
      WHERE parent_id IS NULL AND queued_at IS NOT NULL AND status NOT IN ('running', 'queued', 'waiting') GROUP BY 1;

    -- The same for all DAGs together, by the quarter of an hour since the epoch: a day begins with one in every zone.
    CREATE TABLE quarter_tally (
      quarter INTEGER NOT NULL,
      status TEXT NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (quarter, status)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO quarter_tally
      SELECT coalesce(finished_at, created_at) / 900000, status, count(*) FROM run
      WHERE parent_id IS NULL AND status NOT IN ('not_started', 'running', 'queued') GROUP BY 1, 2;
    INSERT INTO quarter_tally
      SELECT started_at / 900000, 'running', count(*) FROM run
      WHERE parent_id IS NULL AND started_at IS NOT NULL AND status NOT IN ('running', 'queued', 'waiting') GROUP BY 1;
    INSERT INTO quarter_tally
      SELECT queued_at / 900000, 'queued', count(*) FROM run
      WHERE parent_id IS NULL AND queued_at IS NOT NULL AND status NOT IN ('running', 'queued', 'waiting') GROUP BY 1;

    -- How long attempts of a DAG's runs took (duration) and were queued before (wait), by the least bound in seconds that
    -- they did not exceed. Sums are seconds.
    CREATE TABLE time_tally (
      dag_name TEXT NOT NULL,
      measure TEXT NOT NULL,
      bound REAL NOT NULL,
      count INTEGER NOT NULL,
      sum REAL NOT NULL,
      PRIMARY KEY (dag_name, measure, bound)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO time_tally
      SELECT dag_name, 'duration', CASE WHEN s <= 1 THEN 1 WHEN s <= 5 THEN 5 WHEN s <= 15 THEN 15 WHEN s <= 30 THEN 30
        WHEN s <= 60 THEN 60 WHEN s <= 120 THEN 120 WHEN s <= 300 THEN 300 WHEN s <= 600 THEN 600 WHEN s <= 1800 THEN 1800
        WHEN s <= 3600 THEN 3600 ELSE 9e999 END, count(*), sum(s)
      FROM (
        SELECT dag_name, max(0, finished_at - started_at) / 1000.0 AS s FROM run
        WHERE parent_id IS NULL AND started_at IS NOT NULL AND finished_at IS NOT NULL
          AND status NOT IN ('running', 'queued', 'waiting')
      ) GROUP BY 1, 3;
    -- A retry that did not queue has kept the time at which an earlier attempt did.
    INSERT INTO time_tally
      SELECT dag_name, 'wait', CASE WHEN s <= 1 THEN 1 WHEN s <= 5 THEN 5 WHEN s <= 10 THEN 10 WHEN s <= 30 THEN 30
        WHEN s <= 60 THEN 60 WHEN s <= 120 THEN 120 WHEN s <= 300 THEN 300 WHEN s <= 600 THEN 600 ELSE 9e999 END,
        count(*), sum(s)
      FROM (
        SELECT dag_name, max(0, started_at - queued_at) / 1000.0 AS s FROM run
        WHERE parent_id IS NULL AND queued_at IS NOT NULL AND started_at IS NOT NULL AND attempt = 1
          AND status NOT IN ('running', 'queued', 'waiting')
      ) GROUP BY 1, 3;
  `,
};
