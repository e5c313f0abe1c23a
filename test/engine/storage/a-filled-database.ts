import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openDatabase, type Database } from '../../../engine/storage/database.ts';
import { insertNodes } from '../../../engine/storage/nodes.ts';
import { insertRun, updateRun } from '../../../engine/storage/runs.ts';

const RUNS = 300;
const DAY_MS = 86_400_000;

/** Stores runs that have ended, and something in most of the other tables; some rows go on over pages of their own. */
export function fillDatabase(db: Database, logDir: string): void {
  db.transaction(() => {
    for (let index = 0; index < RUNS; index += 1) addRun(db, index, logDir);
    for (let index = 0; index < 200; index += 1) {
      db.prepare('INSERT INTO dag_state VALUES (?, ?)').run(`dag-${index}`, index % 2);
      db.prepare(
        "INSERT INTO audit (at, actor, actor_kind, origin, operation, target, outcome, code, message) VALUES (?, 'a', 'user', 'x', 'dags.start', ?, 'done', '', '')",
      ).run(index, `dag-${index}`);
      db.prepare(
        "INSERT INTO slot (file_name, kind, at, dag_name, fate, reason, detail, decided_at) VALUES (?, 'start', ?, 'd', 'ran', '', ?, ?)",
      ).run(`dag-${index}`, index * 60_000, 'x'.repeat(100), index);
      db.prepare('INSERT INTO resource_sample VALUES (?, 1, 2.5, 3, 4)').run(index);
    }
  })();
}

function addRun(db: Database, index: number, logDir: string): void {
  const key = randomUUID();
  const at = Date.parse('2025-06-01T00:00:00Z') + index * DAY_MS;
  const long = index % 50 === 0 ? 'long '.repeat(2000) : '';
  const id = insertRun(db, {
    key,
    dagName: `dag-${index % 7}`,
    runId: `run-${index}`,
    fileName: null,
    definition: `steps: [{name: one, command: "echo ${index % 20}"}, {name: two, command: echo}]`,
    base: null,
    document: null,
    rootId: null,
    parentId: null,
    parentPosition: null,
    depth: 0,
    phase: 'steps',
    status: 'running',
    triggerType: 'manual',
    queue: `dag-${index % 7}`,
    attemptId: `attempt-${index}`,
    params: '{}',
    context: JSON.stringify({ env: { LONG: long, SHORT: 'x'.repeat(200) } }),
    tags: '[]',
    createdAt: at,
    queuedAt: null,
    startedAt: at,
    logFolder: join(logDir, key),
    retentionDays: -1,
  });
  insertNodes(db, id, ['one', 'two']);
  db.prepare(
    'INSERT INTO attempt (run_id, position, number, nonce, started_at, finished_at, exit_code) VALUES (?, 0, 1, ?, ?, ?, 0)',
  ).run(id, randomUUID(), at, at + 400);
  db.prepare('INSERT INTO output VALUES (?, 0, ?, ?)').run(id, 'ONE', `value ${index}`);
  updateRun(db, id, { status: 'succeeded', finishedAt: at + 500, error: '' });
}

/** A database file that holds all of that, closed. */
export function aFilledDatabase(folder: string): string {
  const file = join(folder, 'engine.db');
  const db = openDatabase(file);
  fillDatabase(db, join(folder, 'logs'));
  db.close();
  return file;
}
