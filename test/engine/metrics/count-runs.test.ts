import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { countRuns } from '../../../engine/metrics/count-runs.ts';
import { openDatabase, type Database } from '../../../engine/storage/database.ts';
import { temporaryFolder } from '../../support/home.ts';

interface Given {
  readonly dag?: string;
  readonly status?: string;
  readonly createdAt?: number;
  readonly queuedAt?: number | null;
  readonly startedAt?: number | null;
  readonly finishedAt?: number | null;
  readonly attempt?: number;
}

function aStore(): { db: Database; add: (...runs: readonly Given[]) => void } {
  const db = openDatabase(join(temporaryFolder('store'), 'engine.db'));
  onTestFinished(() => void db.close());
  db.exec("INSERT INTO definition (id, hash, text) VALUES (1, x'00', '')");
  const insert = db.prepare(
    `INSERT INTO run (key, dag_name, run_id, definition_id, status, trigger_type, attempt_id, params, context, tags,
       created_at, queued_at, started_at, finished_at, attempt, log_folder, retention_days)
     VALUES (:key, :dag, :key, 1, :status, 'manual', '', '{}', '{}', '[]', :createdAt, :queuedAt, :startedAt, :finishedAt,
       :attempt, '', -1)`,
  );
  let count = 0;
  const usual = {
    dag: 'a',
    status: 'succeeded',
    createdAt: 0,
    queuedAt: null,
    startedAt: 0,
    finishedAt: 0,
    attempt: 1,
  };
  const add = (...runs: readonly Given[]): void => {
    db.transaction(() =>
      runs.forEach((run) => insert.run({ ...usual, ...run, key: `key-${count++}` })),
    )();
  };
  return { db, add };
}

describe('the count of runs', () => {
  it('is that of all stored runs, however many turns it takes', async () => {
    const { db, add } = aStore();
    add(
      ...Array.from({ length: 3456 }, (_, at) => ({
        dag: `dag-${at % 7}`,
        startedAt: 0,
        finishedAt: at,
      })),
    );

    const { byDag, today } = await countRuns(db, 0);

    const counts = [...byDag.values()];
    expect(counts.map(({ durations }) => durations.count).reduce((sum, one) => sum + one)).toBe(
      3456,
    );
    expect(byDag.get('dag-0')?.statuses.get('succeeded')).toBe(494);
    expect(today.get('succeeded')).toBe(3456);
  });

  it('lets others have their turn', async () => {
    const { db, add } = aStore();
    add(...Array.from({ length: 3456 }, () => ({})));
    let hadTurn = false;
    setImmediate(() => (hadTurn = true));
    let wasDone = false;

    const counted = countRuns(db, 0).then(() => (wasDone = true));
    await new Promise((resolve) => setImmediate(resolve));

    expect([hadTurn, wasDone]).toEqual([true, false]);
    await counted;
  });

  it('sorts runs by how far they are', async () => {
    const { db, add } = aStore();
    const statuses = [
      'running',
      'queued',
      'waiting',
      'failed',
      'failed',
      'rejected',
      'aborted',
      'not_started',
    ];
    add(...statuses.map((status) => ({ status })));

    const { running, queued, today, byDag } = await countRuns(db, 0);

    const ended = { waiting: 1, failed: 2, rejected: 1, aborted: 1 };
    expect([running, queued, Object.fromEntries(today)]).toEqual([1, 1, ended]);
    expect(byDag.get('a')).toMatchObject({ running: 1, queued: 1 });
    expect(Object.fromEntries(byDag.get('a')?.statuses ?? [])).toEqual(ended);
  });

  it('counts as of today what began at midnight or later', async () => {
    const { db, add } = aStore();
    add({ createdAt: 999 }, { createdAt: 1000 }, { createdAt: 1001 });

    const { today, byDag } = await countRuns(db, 1000);

    expect([today.get('succeeded'), byDag.get('a')?.statuses.get('succeeded')]).toEqual([2, 3]);
  });

  it('observes how long ended runs took, whatever the clock did in between', async () => {
    const { db, add } = aStore();
    add(
      { startedAt: 1000, finishedAt: 3500 },
      { startedAt: 5000, finishedAt: 4000 },
      { status: 'running', startedAt: 0, finishedAt: null },
      { status: 'waiting', startedAt: 0, finishedAt: null },
      // Dequeued.
      { status: 'aborted', startedAt: null, finishedAt: 9000 },
    );

    const durations = (await countRuns(db, 0)).byDag.get('a')?.durations;

    expect([durations?.count, durations?.sum]).toEqual([2, 2.5]);
  });

  it('observes how long runs were queued, but not what a retry made of the times', async () => {
    const { db, add } = aStore();
    add(
      { queuedAt: 1000, startedAt: 8000 },
      { queuedAt: 1000, startedAt: 900_000, attempt: 2 },
      { queuedAt: null, startedAt: 100 },
      { status: 'queued', queuedAt: 1000, startedAt: null, finishedAt: null },
    );

    const waits = (await countRuns(db, 0)).byDag.get('a')?.waits;

    expect([waits?.count, waits?.sum]).toEqual([1, 7]);
  });
});
