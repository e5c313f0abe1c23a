import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeOrphans } from '../../../engine/execution/keep/orphan-folders.ts';
import { workFolders } from '../../../engine/execution/keep/run-folders.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { openDatabase } from '../../../engine/storage/database.ts';
import { readHome } from '../../../engine/storage/home.ts';
import { silentLogger, startInline } from '../../support/engine.ts';
import { agesBy } from '../../support/ages.ts';
import { temporaryFolder } from '../../support/home.ts';

const DAY_MS = 86_400_000;

interface Made {
  readonly name?: string;
  readonly ageDays?: number;
}

/** A folder with a file in it that was last changed some days ago. */
function aFolder(parent: string, { name = randomUUID(), ageDays = 2 }: Made = {}): string {
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'run.log'), 'a line\n');
  const at = (systemClock.now() - ageDays * DAY_MS) / 1000;
  utimesSync(folder, at, at);
  return folder;
}

/** A home of a database that was made so many days ago. */
function aHome({ madeDays = 100, logDir = 'logs' } = {}) {
  const home = temporaryFolder();
  const dataDir = join(home, 'data');
  mkdirSync(dataDir);
  const db = openDatabase(join(dataDir, 'engine.db'));
  db.prepare('UPDATE store SET made_at = ?').run(systemClock.now() - madeDays * DAY_MS);
  const options = {
    db,
    home: readHome(db),
    dataDir,
    logDir: join(home, logDir),
    ages: agesBy(systemClock),
    log: silentLogger(),
    isStopped: () => false,
  };
  return { ...options, remove: () => removeOrphans(options).finally(() => db.close()) };
}

it('removes logs and work of runs that no row knows', async () => {
  const { dataDir, logDir, remove } = aHome();
  const folders = [
    aFolder(logDir),
    aFolder(join(dataDir, 'work')),
    aFolder(join(dataDir, 'work'), { name: `${randomUUID()}.${randomUUID()}` }),
  ];

  await remove();

  expect(folders.filter(existsSync)).toEqual([]);
  expect(readdirSync(join(dataDir, 'work'))).toEqual([]);
});

it.each([
  { what: 'is younger than a day', made: { ageDays: 0.9 } },
  { what: 'comes from the future', made: { ageDays: -3 } },
  { what: 'is older than the database', made: { ageDays: 101 } },
  { what: 'has another name', made: { name: 'keep-me' } },
  { what: 'has a name that only begins like a key', made: { name: `${randomUUID()}-notes` } },
])('leaves a log folder alone that $what', async ({ made }) => {
  const { logDir, remove } = aHome();
  const folder = aFolder(logDir, made);
  const orphan = aFolder(logDir);

  await remove();

  expect(existsSync(folder)).toBe(true);
  expect(existsSync(orphan)).toBe(false);
});

it('leaves files alone', async () => {
  const { logDir, remove } = aHome();
  const file = join(logDir, randomUUID());
  mkdirSync(logDir);
  writeFileSync(file, '');
  utimesSync(file, 1_700_000_000, 1_700_000_000);

  await remove();

  expect(existsSync(file)).toBe(true);
});

it('leaves a log folder alone that other homes may share', async () => {
  const { logDir, remove } = aHome({ logDir: '../shared-logs' });
  const folder = aFolder(logDir);

  await remove();

  expect(existsSync(folder)).toBe(true);
});

it('leaves alone what a run still needs, and removes the work of one that has ended', async () => {
  const waits = 'steps: [{command: "until [ -e go ]; do sleep 0.02; done"}]';
  const started = await startInline(waits, { dagRunId: 'goes-on' });
  const home = started.engine.config.paths;
  const [key = ''] = readdirSync(home.logDir);
  const { work } = workFolders(home.dataDir, key);
  const old = new Date(systemClock.now() - 3 * DAY_MS);
  utimesSync(work, old, old);
  utimesSync(join(home.logDir, key), old, old);
  await started.engine.stop();
  const db = openDatabase(join(home.dataDir, 'engine.db'));
  db.prepare('UPDATE store SET made_at = 0').run();
  const log = silentLogger();

  await removeOrphans({
    ...home,
    home: readHome(db),
    db,
    log,
    ages: agesBy(systemClock),
    isStopped: () => false,
  });
  const kept = [existsSync(work), existsSync(join(home.logDir, key))];
  db.exec("UPDATE run SET status = 'failed'");
  // As that of a run that went on in a copy of its home.
  const elsewhere = aFolder(home.logDir);
  db.prepare('UPDATE run SET log_folder = stored_path(?)').run(elsewhere);
  await removeOrphans({
    ...home,
    home: readHome(db),
    db,
    log,
    ages: agesBy(systemClock),
    isStopped: () => false,
  });
  db.close();

  expect(kept).toEqual([true, true]);
  expect([existsSync(work), existsSync(join(home.logDir, key))]).toEqual([false, true]);
  expect(existsSync(elsewhere)).toBe(true);
});
