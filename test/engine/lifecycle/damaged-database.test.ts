import { closeSync, openSync, readdirSync, utimesSync, writeSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { removeOrphans } from '../../../engine/execution/keep/orphan-folders.ts';
import { createEngine } from '../../../engine/index.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { openDatabase } from '../../../engine/storage/database.ts';
import { readHome } from '../../../engine/storage/home.ts';
import { agesBy } from '../../support/ages.ts';
import { anEngine, eventsOf, eventually, silentLogger } from '../../support/engine.ts';
import { temporaryConfig } from '../../support/home.ts';
import { fillDatabase } from '../storage/a-filled-database.ts';
import { dagwright, homeWith, serve } from '../cli/dagwright.ts';

const PAGE = 4096;

/** Overwrites pages of a table or an index by bytes that are the same each time. */
function damage(file: string, name: string, count = Infinity): void {
  const db = new SQLite(file);
  const pages = db
    .prepare('SELECT pageno FROM dbstat WHERE name = ? ORDER BY pageno')
    .pluck()
    .all(name) as number[];
  db.close();
  const descriptor = openSync(file, 'r+');
  for (const page of pages.slice(0, count)) {
    const noise = createHash('sha512').update(`${page}`).digest();
    writeSync(descriptor, Buffer.alloc(PAGE, noise), 0, PAGE, (page - 1) * PAGE);
  }
  closeSync(descriptor);
}

/** A home whose database holds 300 runs, with a log folder for each that has the name of its key. */
async function aFilledHome(): Promise<{ home: string; file: string }> {
  const home = homeWith({ stored: 'steps: [echo hi]' });
  expect((await dagwright(['start', 'stored'], { home })).exitCode).toBe(0);
  const file = join(home, 'data', 'engine.db');
  const db = openDatabase(file);
  fillDatabase(db, join(home, 'logs'));
  db.close();
  return { home, file };
}

describe('a damaged database', { timeout: 120_000 }, () => {
  it('stops the start and says how to repair it, and is served again when that is done', async () => {
    const { home, file } = await aFilledHome();
    damage(file, 'run', 3);

    const refused = await dagwright(['server', '--port', '0'], { home });
    const doctor = await dagwright(['doctor'], { home });
    const repair = await dagwright(['doctor', '--repair', '--format', 'json'], { home });
    await using server = await serve(home);
    const meanwhile = await dagwright(['doctor', '--repair'], { home });
    const list = await fetch(`${server.url}/api/v1/dag-runs?limit=500`);
    const { dagRuns } = (await list.json()) as {
      dagRuns: { name: string; dagRunId: string }[];
    };
    const shown = await Promise.all(
      dagRuns.slice(0, 20).map(async ({ name, dagRunId }) => {
        return (await fetch(`${server.url}/api/v1/dag-runs/${name}/${dagRunId}`)).status;
      }),
    );

    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toMatch(/Cannot read the database .+engine\.db: .+doctor --repair/);
    expect(doctor.stdout).toMatch(/✗ database .+is damaged/);
    expect(repair.exitCode).toBe(0);
    expect(JSON.parse(repair.stdout)).toMatchObject({
      repaired: true,
      kept: expect.stringContaining('engine.db.damaged-'),
    });
    expect(meanwhile.exitCode).toBe(1);
    expect(meanwhile.stderr).toMatch(/The engine \(process \d+.+is using the database/);
    expect(dagRuns.length).toBeGreaterThan(0);
    expect(new Set(shown)).toEqual(new Set([200]));
    expect(readdirSync(join(home, 'data'))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^engine\.db\.damaged-\w+$/)]),
    );
  });

  it('that is sound is left alone by a repair', async () => {
    const { home } = await aFilledHome();

    const { stdout, exitCode } = await dagwright(['doctor', '--repair'], { home });

    expect(stdout).toContain('is intact. There is nothing to repair.');
    expect(exitCode).toBe(0);
  });

  it('leaves the logs of runs that are lost where they are', async () => {
    const { home, file } = await aFilledHome();
    const made = openDatabase(file);
    made.exec('UPDATE store SET made_at = 0');
    made.close();
    damage(file, 'run');
    const logs = readdirSync(join(home, 'logs'));
    const old = new Date(systemClock.now() - 3 * 86_400_000);
    for (const name of logs) utimesSync(join(home, 'logs', name), old, old);

    const repair = await dagwright(['doctor', '--repair'], { home });
    const db = openDatabase(file);
    await removeOrphans({
      db,
      dataDir: join(home, 'data'),
      logDir: join(home, 'logs'),
      home: readHome(db),
      ages: agesBy(systemClock),
      log: silentLogger(),
      isStopped: () => false,
    });
    db.close();

    expect(repair.stdout).toMatch(/run +0 +at least 301 rows on \d+ pages/);
    expect(logs).toHaveLength(1);
    expect(readdirSync(join(home, 'logs'))).toEqual(logs);
  });

  it('is noticed by whoever meets it: reads and writes are refused with the way out', async () => {
    const config = temporaryConfig();
    const first = await anEngine({ config });
    await first.client.call('dags.create', { name: 'stored', spec: 'steps: [echo hi]' });
    await first.stop();
    const file = join(config.paths.dataDir, 'engine.db');
    const db = openDatabase(file);
    fillDatabase(db, config.paths.logDir);
    // Large enough to be served before it is read.
    db.exec('CREATE TABLE ballast (x BLOB)');
    db.prepare('INSERT INTO ballast VALUES (zeroblob(40000000))').run();
    db.close();
    damage(file, 'run', 6);
    const engine = await anEngine({ config });
    const events = eventsOf(engine);
    const { client } = engine;

    const read = client.call('runs.list', { limit: 500 });
    await expect(read).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.stringMatching(
        /is damaged: .+ Stop the engine, and recover what can be read with `dagwright doctor/,
      ),
    });
    const start = client.call('dags.start', { fileName: 'stored' });
    await expect(start).rejects.toMatchObject({ code: 'service_unavailable' });
    const health = await client.call('system.health', {});
    await eventually(
      () => events.some(({ type }) => type === 'health.changed'),
      'those who listen are told',
    );

    expect(health).toMatchObject({
      status: 'unhealthy',
      error: expect.stringContaining('doctor --repair'),
    });
  });

  it('is found in the background when it is too large to be read at the start', async () => {
    const config = temporaryConfig();
    const first = await anEngine({ config });
    await first.stop();
    const file = join(config.paths.dataDir, 'engine.db');
    const db = openDatabase(file);
    fillDatabase(db, config.paths.logDir);
    db.exec('CREATE TABLE ballast (x BLOB)');
    db.prepare('INSERT INTO ballast VALUES (zeroblob(40000000))').run();
    db.close();
    damage(file, 'audit', 2);

    const engine = await createEngine({ config, log: silentLogger() });
    await eventually(
      async () => (await engine.client.call('system.health', {})).status === 'unhealthy',
      'health says that it is damaged',
    );
    await engine.stop();
  });
});
