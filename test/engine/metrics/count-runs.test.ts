import { describe, expect, it } from 'vitest';
import { countRuns } from '../../../engine/metrics/count-runs.ts';
import { aRunStore } from '../../support/run-store.ts';

describe('the count of runs', () => {
  it('is that of all that ended, however many DAGs they belong to', async () => {
    const { db, add } = aRunStore();
    const names = Array.from({ length: 345 }, (_, at) => `dag-${at}`);
    for (const [at, dag] of names.entries()) add({ dag, finishedAt: at }, { dag, finishedAt: 9 });

    const { byDag, today } = await countRuns(db, names, 0);

    const counts = [...byDag.values()].map(({ durations }) => durations.count);
    expect(counts.reduce((sum, one) => sum + one)).toBe(690);
    expect(byDag.get('dag-7')?.statuses.get('succeeded')).toBe(2);
    expect(today.get('succeeded')).toBe(690);
  });

  it('is of one moment, though runs end while it is made', async () => {
    const { db, add } = aRunStore();
    const names = Array.from({ length: 345 }, (_, at) => `dag-${at}`);
    for (const dag of names) add({ dag, finishedAt: 1 }, { dag, status: 'running' });

    const counted = countRuns(db, names, 0);
    for (const dag of names) add({ dag, finishedAt: 2 }, { dag, status: 'queued', queuedAt: 3 });
    const { byDag, today, running, queued } = await counted;

    const all = [...byDag.values()];
    const sum = (of: (one: (typeof all)[number]) => number): number =>
      all.reduce((total, one) => total + of(one), 0);
    expect([running, queued]).toEqual([345, 0]);
    expect([sum((one) => one.running), sum((one) => one.queued)]).toEqual([345, 0]);
    expect(sum(({ durations }) => durations.count)).toBe(345);
    for (const status of ['succeeded', 'running', 'queued'] as const) {
      expect(sum(({ statuses }) => statuses.get(status) ?? 0)).toBe(today.get(status) ?? 0);
    }
  });

  it('lets others have their turn', async () => {
    const { db } = aRunStore();
    const names = Array.from({ length: 345 }, (_, at) => `dag-${at}`);
    const insert = db.prepare("INSERT INTO status_tally VALUES (?, 'succeeded', 1)");
    for (let at = 0; at < 4000; at += 1) insert.run(`dag-${at}`);
    let hadTurn = false;
    setImmediate(() => (hadTurn = true));
    let wasDone = false;

    const counted = countRuns(db, names, 0).then(() => (wasDone = true));
    await new Promise((resolve) => setImmediate(resolve));

    expect([hadTurn, wasDone]).toEqual([true, false]);
    await counted;
  });

  it('sorts runs by what they came to, those that go on as well', async () => {
    const { db, add } = aRunStore();
    add({ status: 'running' }, { status: 'queued', queuedAt: 5, startedAt: null });
    add({ status: 'failed' }, { status: 'failed' }, { status: 'rejected' });
    add({ status: 'aborted', queuedAt: 5, startedAt: null });

    const { running, queued, today, byDag } = await countRuns(db, ['a'], 0);

    const statuses = { running: 4, queued: 2, failed: 2, rejected: 1, aborted: 1 };
    expect([running, queued, Object.fromEntries(today)]).toEqual([1, 1, statuses]);
    expect(byDag.get('a')).toMatchObject({ running: 1, queued: 1 });
    expect(Object.fromEntries(byDag.get('a')?.statuses ?? [])).toEqual(statuses);
  });

  it('counts as of today what came about at midnight or later', async () => {
    const { db, add } = aRunStore();
    const midnight = 96 * 900_000;
    add({ startedAt: midnight - 2, finishedAt: midnight - 1 });
    add({ startedAt: midnight - 1, finishedAt: midnight });
    add({ status: 'running', startedAt: midnight - 1 }, { status: 'running', startedAt: midnight });

    const { today, byDag } = await countRuns(db, ['a'], midnight);

    expect(Object.fromEntries(today)).toEqual({ succeeded: 1, running: 1 });
    expect(Object.fromEntries(byDag.get('a')?.statuses ?? [])).toEqual({
      succeeded: 2,
      running: 4,
    });
  });

  it('observes how long ended runs took, whatever the clock did in between', async () => {
    const { db, add } = aRunStore();
    add(
      { startedAt: 1000, finishedAt: 3500 },
      { startedAt: 5000, finishedAt: 4000 },
      { startedAt: 0, finishedAt: 5_000_000 },
      { status: 'running', startedAt: 0 },
      { status: 'waiting', startedAt: 0 },
      // Dequeued.
      { status: 'aborted', startedAt: null, finishedAt: 9000 },
    );

    const durations = (await countRuns(db, ['a'], 0)).byDag.get('a')?.durations;

    expect(durations).toMatchObject({
      count: 3,
      sum: 5002.5,
      counts: [1, 2, 2, 2, 2, 2, 2, 2, 2, 2],
    });
  });

  it('observes how long runs were queued as soon as they begin', async () => {
    const { db, add } = aRunStore();
    add(
      { queuedAt: 1000, startedAt: 8000, finishedAt: 9000 },
      { status: 'running', queuedAt: 1000, startedAt: 11_000 },
      { queuedAt: null, startedAt: 100 },
      { status: 'queued', queuedAt: 1000, startedAt: null },
      { status: 'aborted', queuedAt: 1000, startedAt: null },
    );

    const waits = (await countRuns(db, ['a'], 0)).byDag.get('a')?.waits;

    expect(waits).toMatchObject({ count: 2, sum: 17, counts: [0, 0, 2, 2, 2, 2, 2, 2] });
  });
});
