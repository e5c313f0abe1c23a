import { describe, expect, it } from 'vitest';
import { deleteExpiredRuns } from '../../../engine/storage/expired-runs.ts';
import { dropOldTallies, statusesSince } from '../../../engine/storage/run-tallies.ts';
import { saveIndexedDag } from '../../../engine/storage/dag-index.ts';
import { renameInTables } from '../../../engine/storage/dag-tables.ts';
import { updateRun } from '../../../engine/storage/runs.ts';
import type { Database } from '../../../engine/storage/database.ts';
import { statusesOf, timesOf } from '../../support/tallies.ts';
import { aRunStore } from '../../support/run-store.ts';

const DAY_MS = 86_400_000;

const statuses = (db: Database, name: string) => Object.fromEntries(statusesOf(db, name));

describe('what is counted of runs', () => {
  it('stays when they are deleted', () => {
    const { db, add } = aRunStore();
    add({ queuedAt: 0, startedAt: 2000, finishedAt: 12_000 }, { status: 'failed' });
    const before = [statuses(db, 'a'), timesOf(db, 'a'), [...statusesSince(db, 0)]];

    const { deleted } = deleteExpiredRuns(db, { dagName: 'a' }, { before: DAY_MS, newest: 0 });

    expect(deleted).toHaveLength(2);
    expect([statuses(db, 'a'), timesOf(db, 'a'), [...statusesSince(db, 0)]]).toEqual(before);
    expect(before[0]).toEqual({ queued: 1, running: 2, succeeded: 1, failed: 1 });
  });

  it('is counted anew with each attempt, and not by what is set by hand', () => {
    const { db, add } = aRunStore();
    const id = add({ status: 'failed', startedAt: 0, finishedAt: 1000 });

    updateRun(db, id, { status: 'running', startedAt: 2000, finishedAt: null });
    updateRun(db, id, { status: 'failed', finishedAt: 9000 });
    updateRun(db, id, { status: 'succeeded' });

    expect(statuses(db, 'a')).toEqual({ running: 2, failed: 2 });
    expect(timesOf(db, 'a')).toEqual([
      { measure: 'duration', bound: 1, count: 1, sum: 1 },
      { measure: 'duration', bound: 15, count: 1, sum: 7 },
    ]);
  });

  it('is undone with the end of the run', () => {
    const { db, add } = aRunStore();
    const id = add({ status: 'running' });
    const refused = db.transaction(() => {
      updateRun(db, id, { status: 'failed', finishedAt: 1 });
      throw new Error('refused');
    });

    expect(refused).toThrow('refused');

    expect([statuses(db, 'a'), timesOf(db, 'a')]).toEqual([{}, []]);
  });

  it('is nothing of a run that another run called', () => {
    const { db, add } = aRunStore();
    const parentId = add({ status: 'running' });
    add({ parentId, dag: 'child' });

    expect([statuses(db, 'child'), timesOf(db, 'child')]).toEqual([{}, []]);
    expect([...statusesSince(db, 0)]).toEqual([]);
  });

  it('follows a rename and joins what is there', () => {
    const { db, add } = aRunStore();
    add({ finishedAt: 500 }, { status: 'failed', finishedAt: 400 });
    add({ dag: 'b', finishedAt: 250 });

    const names = (name: string) => ({ fileName: name, dagName: name });
    renameInTables(db, { from: names('a'), to: names('b') });

    expect([statuses(db, 'a'), timesOf(db, 'a')]).toEqual([{}, []]);
    expect(statuses(db, 'b')).toEqual({ running: 3, succeeded: 2, failed: 1 });
    expect(timesOf(db, 'b')).toEqual([{ measure: 'duration', bound: 1, count: 3, sum: 1.15 }]);
  });

  it('is forgotten for names without definition and runs, and for days before', () => {
    const { db, add } = aRunStore();
    const blank = {
      fingerprint: '',
      head: '{}',
      tags: '[]',
      schedule: '{}',
      policy: '{}',
      retentionDays: null,
      retentionRuns: null,
      nameLine: 1,
      nameColumn: 1,
    };
    saveIndexedDag(db, { fileName: 'file', name: 'stored', errors: '[]', ...blank });
    for (const dag of ['stored', 'inline', 'gone']) add({ dag, finishedAt: DAY_MS });
    add({ dag: 'inline', startedAt: 5 * DAY_MS, finishedAt: 5 * DAY_MS });
    for (const dag of ['stored', 'gone'])
      deleteExpiredRuns(db, { dagName: dag }, { before: DAY_MS, newest: 0 });

    dropOldTallies(db, 3 * DAY_MS);

    expect(statuses(db, 'stored')).toEqual({ running: 1, succeeded: 1 });
    expect(statuses(db, 'inline')).toEqual({ running: 2, succeeded: 2 });
    expect([statuses(db, 'gone'), timesOf(db, 'gone')]).toEqual([{}, []]);
    expect(Object.fromEntries(statusesSince(db, 0))).toEqual({ running: 1, succeeded: 1 });
  });
});
