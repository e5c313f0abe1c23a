import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Retention } from '../../../engine/execution/keep/retention.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { openDatabase, type Database } from '../../../engine/storage/database.ts';
import { readHome } from '../../../engine/storage/home.ts';
import { statusesSince } from '../../../engine/storage/run-tallies.ts';
import { statusesOf } from '../../support/tallies.ts';
import { updateRun } from '../../../engine/storage/runs.ts';
import { WriteQueue } from '../../../engine/storage/write-queue.ts';
import { agesBy } from '../../support/ages.ts';
import { campaign } from '../../support/campaign.ts';
import { silentLogger, type Complaint } from '../../support/engine.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/home.ts';

const EXPIRED = campaign('DAGWRIGHT_EXPIRED', { short: 5000, full: 100_000 });
const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-06-01T00:00:00Z');

function aStore() {
  const dataDir = join(temporaryFolder(), 'data');
  const logDir = join(dataDir, '..', 'logs');
  mkdirSync(dataDir);
  mkdirSync(logDir);
  const complaints: Complaint[] = [];
  const log = silentLogger(complaints);
  const file = join(dataDir, 'engine.db');
  const db = openDatabase(file);
  const clock = { ...systemClock, now: () => NOW };
  const writes = new WriteQueue(db, { clock, log });
  const removed: string[] = [];
  const retention = new Retention({
    db,
    writes,
    clock,
    ages: agesBy(clock),
    log,
    home: readHome(db),
    dataDir,
    logDir,
    auditDays: () => 7,
    keptOf: () => Promise.resolve({ days: -1, runs: null }),
    removed: ({ runId }) => void removed.push(runId),
  });
  onTestFinished(() => {
    retention.stop();
    writes.close();
    db.close();
  });
  const count = (table: string): unknown =>
    db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  return { db, file, retention, removed, complaints, count };
}

interface Rows {
  readonly from: number;
  readonly runs: number;
  readonly at: number;
  readonly status?: string;
  readonly rootId?: number;
  readonly nodes?: number;
}

function insertRuns(db: Database, rows: Rows): void {
  const { from, runs, at, status = 'succeeded', rootId = null, nodes = 3 } = rows;
  db.exec("INSERT OR IGNORE INTO definition VALUES (1, x'01', 'steps: []')");
  const run = db.prepare(
    `INSERT INTO run (id, key, dag_name, run_id, definition_id, status, trigger_type, attempt_id, params, context, tags,
       root_id, parent_id, created_at, started_at, finished_at, log_folder, retention_days)
     VALUES (:id, :key, 'daily', :key, 1, :status, 'manual', 'abcdef', '{}', :context, '[]', :rootId, :rootId,
       :at, :at, :finishedAt, '/nowhere/' || :key, 30)`,
  );
  const node = db.prepare('INSERT INTO node (run_id, position, name, status) VALUES (?, ?, ?, ?)');
  const finishedAt = status === 'succeeded' ? at : null;
  const context = JSON.stringify({ env: { PATH: '/usr/bin:/bin'.repeat(20) } });
  db.transaction(() => {
    for (let id = from; id < from + runs; id++) {
      run.run({ id, key: String(id), status, rootId, at, finishedAt, context });
      for (let position = 0; position < nodes; position++) node.run(id, position, 'step', status);
    }
  })();
}

/** The longest that nothing else got its turn, in milliseconds, while the work went on. */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let goesOn = true;
  const look = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (goesOn) setImmediate(look);
  };
  setImmediate(look);
  await work();
  goesOn = false;
  return longest;
}

describe('the history of a DAG', () => {
  it(`loses ${EXPIRED} expired runs at once, portion by portion, and the file its size`, async () => {
    const { db, file, retention, removed, complaints, count } = aStore();
    insertRuns(db, { from: 1, runs: EXPIRED, at: NOW - 31 * DAY_MS });
    insertRuns(db, { from: EXPIRED + 1, runs: 10, at: NOW - 29 * DAY_MS });
    db.pragma('wal_checkpoint(TRUNCATE)');
    const size = statSync(file).size;
    const began = performance.now();

    const longest = await longestBlock(() =>
      retention.cleanUp('daily', { before: NOW - 30 * DAY_MS, newest: 0 }),
    );

    if (EXPIRED > 5000) {
      console.log(JSON.stringify({ EXPIRED, longest, tookMs: performance.now() - began }));
    }
    expect(count('run')).toBe(10);
    expect(count('node')).toBe(30);
    expect(removed).toHaveLength(EXPIRED);
    expect(statSync(file).size).toBeLessThan(size / 5);
    expect(statSync(`${file}-wal`).size).toBe(0);
    expect(complaints).toEqual([]);
  }, 300_000);

  it('leaves its counts, which are forgotten the same day where the name is no DAG', async () => {
    const { db, retention } = aStore();
    insertRuns(db, { from: 1, runs: 1, at: NOW - 31 * DAY_MS, status: 'running' });
    updateRun(db, 1, { status: 'failed', finishedAt: NOW - 31 * DAY_MS });

    await retention.deleteBefore({ dagName: 'daily' }, { before: NOW, newest: 0 });
    const after = [...statusesOf(db, 'daily')];
    retention.startDaily();
    await eventually(() => statusesOf(db, 'daily').size === 0, 'the counts are forgotten');

    expect(after).toEqual([
      ['failed', 1],
      ['running', 1],
    ]);
    expect([...statusesSince(db, 0)]).toEqual([]);
  });

  it('is deleted in more than one transaction, between which others get their turn', async () => {
    const { db, retention, count } = aStore();
    insertRuns(db, { from: 1, runs: 1000, at: NOW - 31 * DAY_MS });
    const seen = new Set<unknown>();
    let goesOn = true;
    const look = (): void => {
      if (!goesOn) return;
      seen.add(count('run'));
      setImmediate(look);
    };
    look();

    await retention.deleteBefore({ dagName: 'daily' }, { before: NOW, newest: 0 });
    goesOn = false;

    expect(seen.size).toBeGreaterThan(10);
  });

  it('is deleted with what a run called, thousands of runs too, and the root last', async () => {
    const { db, retention, removed, count } = aStore();
    insertRuns(db, { from: 1, runs: 1, at: NOW - 31 * DAY_MS });
    insertRuns(db, { from: 2, runs: 3000, at: NOW - 31 * DAY_MS, rootId: 1 });
    const order: number[] = [];
    db.function('note', (id: unknown) => order.push(id as number));
    db.exec('CREATE TEMP TRIGGER noted AFTER DELETE ON run BEGIN SELECT note(old.id); END');

    const roots = await retention.deleteBefore({ dagName: 'daily' }, { before: NOW, newest: 0 });

    expect(roots).toBe(1);
    expect(order.at(-1)).toBe(1);
    expect(removed).toEqual(['1']);
    expect([count('run'), count('node'), count('definition')]).toEqual([0, 0, 0]);
  });

  it.each(['running', 'queued', 'waiting'])('keeps what is %s, however old', async (status) => {
    const { db, retention, count } = aStore();
    insertRuns(db, { from: 1, runs: 1, at: NOW - 400 * DAY_MS, status });
    insertRuns(db, { from: 2, runs: 1, at: NOW - 400 * DAY_MS });
    // A retry opens a run that had ended.
    db.prepare('UPDATE run SET finished_at = 1 WHERE id = 1').run();

    await retention.deleteBefore({ dagName: 'daily' }, { before: NOW, newest: 0 });

    expect(count('run')).toBe(1);
    expect(db.prepare('SELECT status FROM run').pluck().get()).toBe(status);
  });
});

describe('the ledger of slots', () => {
  function insertSlots(
    db: Database,
    slots: { readonly many: number; readonly last: number; readonly fate?: string },
  ): void {
    const { many, last, fate = 'ran' } = slots;
    const slot = db.prepare(
      "INSERT INTO slot VALUES (:fileName, 'start', :at, 'd', :fate, 'r', '', '', :at, NULL)",
    );
    db.transaction(() => {
      for (let n = 0; n < many; n++) slot.run({ fileName: fate, at: last - n * 60_000, fate });
    })();
  }

  it('loses what is older than 90 days, but nothing that waits for its fate', async () => {
    const { db, retention, complaints, count } = aStore();
    insertSlots(db, { many: 3000, last: NOW - 91 * DAY_MS });
    insertSlots(db, { many: 5, last: NOW - 91 * DAY_MS, fate: 'pending' });
    insertSlots(db, { many: 7, last: NOW - 1 * DAY_MS });
    db.exec(`INSERT INTO downtime VALUES (1, ${NOW - 91 * DAY_MS}, 'asleep')`);
    db.exec(`INSERT INTO downtime VALUES (2, ${NOW - 89 * DAY_MS}, 'asleep')`);

    retention.startDaily();

    await eventually(() => count('slot') === 12, 'the old slots are gone');
    expect(count('downtime')).toBe(1);
    expect(complaints).toEqual([]);
  });

  it('keeps the newest 20,000 of a DAG', async () => {
    const { db, retention, complaints, count } = aStore();
    insertSlots(db, { many: 22_500, last: NOW });
    insertSlots(db, { many: 10, last: NOW, fate: 'missed' });

    retention.startDaily();

    await eventually(() => count('slot') === 20_010, 'the surplus is gone');
    const oldest = db.prepare("SELECT min(at) FROM slot WHERE fate = 'ran'").pluck().get();
    expect(oldest).toBe(NOW - 19_999 * 60_000);
    expect(complaints).toEqual([]);
  });
});
