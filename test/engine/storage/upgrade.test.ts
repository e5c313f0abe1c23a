import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase, type Database } from '../../../engine/storage/database.ts';
import { statusesSince } from '../../../engine/storage/run-tallies.ts';
import { statusesOf, timesOf } from '../../support/tallies.ts';
import { syncItems } from '../../../engine/storage/sync-items.ts';
import { webhookOf } from '../../../engine/storage/webhooks.ts';
import { migrations, schemaVersion } from '../../../engine/storage/migrate.ts';
import { anEngine, silentLogger, type Complaint } from '../../support/engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';

/** How many runs an old database has, and how large their definitions are together. */
const RUNS = 300;

/** A database as an earlier version left it, with runs that have ended. */
function oldDatabase(version: number, file: string, { large = false } = {}): string {
  mkdirSync(dirname(file), { recursive: true });
  const db = new SQLite(file);
  db.pragma('journal_mode = WAL');
  for (const { sql } of migrations.slice(0, version)) db.exec(sql);
  db.pragma(`user_version = ${version}`);
  const text = `steps:\n  - name: greet\n    command: echo hi\n${large ? '#'.repeat(40_000) : ''}`;
  const definition = db.prepare('INSERT INTO definition VALUES (?, ?, ?)');
  const run = db.prepare(
    `INSERT INTO run (id, key, dag_name, run_id, definition_id, status, trigger_type, attempt_id, params, context, tags,
       created_at, started_at, finished_at, log_folder, retention_days)
     VALUES (:id, :key, 'old', :runId, :definition, 'succeeded', 'manual', 'abcdef', '{}', '{}', '[]',
       :at, :at, :at, '/nowhere', -1)`,
  );
  const node = db.prepare(
    "INSERT INTO node (run_id, position, name, status) VALUES (?, 0, 'greet', 'succeeded')",
  );
  const output = db.prepare("INSERT INTO output VALUES (?, 0, 'OUT', ?)");
  db.transaction(() => {
    for (let id = 1; id <= RUNS; id++) {
      const own = large || id === 1 ? id : 1;
      if (own === id) definition.run(id, Buffer.from(String(id)), `${text}# ${id}\n`);
      run.run({
        id,
        key: `key-${id}`,
        runId: `run-${id}`,
        definition: own,
        at: 1_700_000_000_000 + id,
      });
      node.run(id);
      output.run(id, `value ${id}`);
    }
  })();
  db.close();
  return file;
}

const aFile = (): string => join(temporaryFolder(), 'engine.db');

function open(file: string): Database {
  const db = openDatabase(file);
  onTestFinished(() => void db.close());
  return db;
}

function contents(db: Database): readonly unknown[] {
  return db
    .prepare(
      `SELECT run.run_id, run.status, run.finished_at, definition.text, node.name, output.value
       FROM run JOIN definition ON definition.id = run.definition_id JOIN node ON node.run_id = run.id
       JOIN output ON output.run_id = run.id ORDER BY run.id`,
    )
    .all();
}

function contentsOf(file: string): readonly unknown[] {
  const db = new SQLite(file, { readonly: true });
  try {
    return contents(db);
  } finally {
    db.close();
  }
}

const older = migrations.slice(0, -1).map(({ version }) => version);

describe('a database of an older schema', () => {
  it.each(older)('of version %i comes up to date with all that is in it', (version) => {
    const file = oldDatabase(version, aFile());
    const before = contentsOf(file);

    const db = open(file);

    expect(before).toHaveLength(RUNS);
    expect(contents(db)).toEqual(before);
    expect(db.pragma('user_version', { simple: true })).toBe(schemaVersion);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.pragma('foreign_key_check')).toEqual([]);
  });

  it.each(older)('of version %i is copied before that, and the copy is told of', (version) => {
    const file = oldDatabase(version, aFile());
    const before = contentsOf(file);
    const told: unknown[] = [];
    const log = { ...silentLogger(), info: (...line: unknown[]) => void told.push(line) };

    openDatabase(file, { log }).close();

    const copy = `${file}.v${version}.bak`;
    expect(contentsOf(copy)).toEqual(before);
    if (process.platform !== 'win32') expect(statSync(copy).mode & 0o777).toBe(0o600);
    const backup = new SQLite(copy, { readonly: true });
    expect(backup.pragma('user_version', { simple: true })).toBe(version);
    expect(backup.pragma('integrity_check', { simple: true })).toBe('ok');
    backup.close();
    expect(told).toEqual([
      ['Upgrading the database', { from: version, to: schemaVersion, backup: copy }],
    ]);
  });

  it('shows its runs in an engine', async () => {
    const config = temporaryConfig();
    oldDatabase(1, join(config.paths.dataDir, 'engine.db'));

    const engine = await anEngine({ config });

    const { dagRuns } = await engine.client.call('runs.list', {});
    const { outputs } = await engine.client.call('runs.outputs', {
      name: 'old',
      dagRunId: 'run-7',
    });
    expect(dagRuns).toHaveLength(RUNS);
    expect(outputs).toEqual({ out: 'value 7' });
  });

  it('counts on from the runs that it has', () => {
    const file = oldDatabase(5, aFile());
    const old = new SQLite(file);
    old.exec(`
      UPDATE run SET finished_at = started_at + 5000 WHERE id BETWEEN 1 AND 10;
      UPDATE run SET finished_at = started_at + 4000000, status = 'failed' WHERE id BETWEEN 11 AND 15;
      UPDATE run SET queued_at = started_at - 9000 WHERE id BETWEEN 16 AND 20;
      UPDATE run SET queued_at = started_at - 9000, attempt = 2 WHERE id = 20;
      UPDATE run SET status = 'running', finished_at = NULL WHERE id = 21;
      UPDATE run SET status = 'waiting', finished_at = NULL WHERE id = 22;
      UPDATE run SET parent_id = 1 WHERE id = 23;
    `);
    old.close();

    const db = open(file);

    const statuses = { succeeded: 292, failed: 5, waiting: 1, running: 297, queued: 5 };
    expect(Object.fromEntries(statusesOf(db, 'old'))).toEqual(statuses);
    expect(Object.fromEntries(statusesSince(db, 0))).toEqual(statuses);
    expect([...statusesSince(db, 1_700_003_600_000).keys()]).toEqual(['failed']);
    expect(timesOf(db, 'old')).toEqual([
      { measure: 'duration', bound: 1, count: 282, sum: 0 },
      { measure: 'duration', bound: 5, count: 10, sum: 50 },
      { measure: 'duration', bound: Infinity, count: 5, sum: 20_000 },
      { measure: 'wait', bound: 10, count: 4, sum: 36 },
    ]);
  });

  it('knows the items of Git Sync that it has, none of them missing', () => {
    const file = oldDatabase(11, aFile());
    const old = new SQLite(file);
    old.exec(
      `INSERT INTO sync_item VALUES ('a', 'dag', 'a.yaml', 'b1', 'h1', 'c1', 5, 'b1', '', '', '', NULL, 1, 'h0')`,
    );
    old.close();

    const items = syncItems(open(file));

    const known = { itemId: 'a', baseHash: 'h1', acceptedHash: 'h0' };
    expect(items).toMatchObject([{ ...known, missingAt: null, previousStatus: '' }]);
  });

  it('knows the texts that Git Sync brought and that are not accepted', () => {
    const file = oldDatabase(11, aFile());
    const old = new SQLite(file);
    const row = `'c1', 5, 'b1', '', '', '', NULL, 1`;
    old.exec(`INSERT INTO sync_item VALUES ('a', 'dag', 'a.yaml', 'b1', 'h1', ${row}, 'h0'),
      ('b', 'dag', 'b.yaml', 'b2', 'h2', ${row}, 'h2'), ('c', 'dag', 'c.yaml', 'b3', 'h2', ${row}, ''),
      ('d', 'dag', 'd.yaml', NULL, '', ${row}, '')`);
    old.close();

    expect(syncItems(open(file))).toMatchObject([
      { itemId: 'a', reviewOid: 'b1', reviewHash: 'h1' },
      { itemId: 'b', reviewOid: null, reviewHash: '' },
      { itemId: 'c', reviewOid: 'b3', reviewHash: 'h2' },
      { itemId: 'd', reviewOid: null, reviewHash: '' },
    ]);
  });

  it('knows which deliveries to a webhook came from strangers, and takes no forms', () => {
    const file = oldDatabase(22, aFile());
    const old = new SQLite(file);
    old.exec(`
      INSERT INTO webhook (id, file_name, token_prefix, token_hash, enabled, created_by, created_at, updated_at)
        VALUES ('w', 'a', 'svc_wh_abcde', 'h', 1, '', 1, 1);
      INSERT INTO webhook_delivery (webhook_id, received_at, origin, status, reason, dag_run_id, bytes)
        VALUES ('w', 1, 'x', 200, '', 'r', 0), ('w', 2, 'x', 401, 'no', '', 0), ('w', 3, 'x', 400, 'no', '', 0);
    `);
    old.close();

    const db = open(file);

    expect(webhookOf(db, 'a')).toMatchObject({ signature: 'none', formBodies: 0 });
    const strangers = db.prepare('SELECT received_at FROM webhook_delivery WHERE is_stranger = 1');
    expect(strangers.pluck().all()).toEqual([2]);
  });

  it('keeps the copies of the last two versions', () => {
    const file = oldDatabase(2, aFile());
    for (const name of ['v0', 'v1', 'v1.old']) writeFileSync(`${file}.${name}.bak`, name);

    openDatabase(file).close();

    expect(readdirSync(dirname(file)).sort()).toEqual([
      'engine.db',
      'engine.db.v1.bak',
      'engine.db.v1.old.bak',
      'engine.db.v2.bak',
    ]);
  });

  it('is left as it is when it cannot be copied', () => {
    const file = oldDatabase(2, aFile());
    mkdirSync(join(`${file}.v2.bak`, 'in the way'), { recursive: true });
    const before = contentsOf(file);

    const attempt = (): void => void openDatabase(file).close();

    expect(attempt).toThrow(
      /its backup .+engine\.db\.v2\.bak cannot be written: .+ Nothing was changed/,
    );
    expect(attempt).toThrow(expect.objectContaining({ name: 'StartError' }));
    expect(readdirSync(dirname(file)).filter((name) => name.includes('bak'))).toEqual([
      'engine.db.v2.bak',
    ]);
    expect(contentsOf(file)).toEqual(before);
    const db = new SQLite(file);
    expect(db.pragma('user_version', { simple: true })).toBe(2);
    db.close();
  });

  it('survives a kill at any moment of its upgrade', { timeout: 120_000 }, async () => {
    const template = oldDatabase(1, aFile(), { large: true });
    const before = contentsOf(template);
    const script = join(import.meta.dirname, 'open-database.ts');
    let ended = 0;
    for (const afterMs of [0, 5, 10, 20, 40, 60, 80, 120, 200, 400]) {
      const file = oldDatabase(1, aFile(), { large: true });
      const child = fork(script, [file], { execArgv: ['--disable-warning=ExperimentalWarning'] });
      await once(child, 'message');
      const exited = once(child, 'exit');
      await Promise.race([exited, delay(afterMs)]);
      ended += child.exitCode === 0 ? 1 : 0;
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await exited;

      const db = openDatabase(file);
      expect(contents(db), `killed after ${afterMs} ms`).toEqual(before);
      expect(db.pragma('user_version', { simple: true })).toBe(schemaVersion);
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
      db.close();
      for (const copy of readdirSync(dirname(file)).filter((name) => name.endsWith('.bak'))) {
        expect(contentsOf(join(dirname(file), copy))).toEqual(before);
      }
    }
    expect(ended).toBeLessThan(10);
  });
});

describe('the space of what is deleted', () => {
  const autoVacuum = (db: Database): unknown => db.pragma('auto_vacuum', { simple: true });

  it('can be given back by a new database', () => {
    expect(autoVacuum(open(aFile()))).toBe(2);
  });

  it('can be given back by an old one, which is rewritten once', () => {
    const file = oldDatabase(2, aFile(), { large: true });
    const complaints: Complaint[] = [];

    const db = openDatabase(file, { log: silentLogger(complaints) });
    const whole = db.pragma('page_count', { simple: true }) as number;
    db.exec('DELETE FROM run; DELETE FROM definition; PRAGMA incremental_vacuum');
    db.pragma('wal_checkpoint(TRUNCATE)');

    expect(autoVacuum(db)).toBe(2);
    expect(db.pragma('page_count', { simple: true })).toBeLessThan(whole / 10);
    expect(statSync(file).size).toBeLessThan(1_000_000);
    expect(complaints).toEqual([]);
    db.close();
  });
});
