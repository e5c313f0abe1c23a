import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../../engine/storage/database.ts';
import { readHome, saveHome } from '../../../engine/storage/home.ts';
import { placesIn } from '../../../engine/storage/stored-paths.ts';
import { repairDatabase, schemaOnDisk } from '../../../engine/storage/repair/repair-database.ts';
import { migrate, schemaVersion } from '../../../engine/storage/migrate.ts';
import { campaign } from '../../support/campaign.ts';
import { temporaryFolder } from '../../support/home.ts';
import { aFilledDatabase } from './a-filled-database.ts';

const DAMAGES = campaign('DAGWRIGHT_DAMAGES', { short: 20, full: 500 });
const PAGE = 4096;
const NOW = Date.parse('2026-01-01T00:00:00Z');

let sound = '';
let rowsOf: ReadonlyMap<string, readonly unknown[]>;
/** The tables and indexes to which each page belongs. */
let ownerOf: ReadonlyMap<number, string>;

beforeAll(() => {
  sound = aFilledDatabase(temporaryFolder());
  const db = new SQLite(sound);
  rowsOf = allRows(db);
  const pages = db.prepare('SELECT pageno, name FROM dbstat').raw().all() as [number, string][];
  ownerOf = new Map(pages);
  db.close();
});

function allRows(db: Database): ReadonlyMap<string, readonly unknown[]> {
  const names = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all() as string[];
  return new Map(names.map((name) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]));
}

const aCopy = (): string => {
  const file = join(temporaryFolder(), 'engine.db');
  copyFileSync(sound, file);
  return file;
};

function overwrite(file: string, at: number, bytes: Buffer): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, at);
  closeSync(descriptor);
}

/** Bytes that are the same for the same seed. */
function noise(seed: number, length: number): Buffer {
  const parts: Buffer[] = [];
  for (let part = 0; part * 64 < length; part += 1) {
    parts.push(createHash('sha512').update(`${seed}/${part}`).digest());
  }
  return Buffer.concat(parts).subarray(0, length);
}

/** Stores a run as schema 6 has it. */
function addEarlierRun(
  db: Database,
  { logFolder, homeFolder }: { readonly logFolder: string; readonly homeFolder: string },
): void {
  const required = db
    .prepare(
      `SELECT name, type FROM pragma_table_info('run') WHERE "notnull" = 1 AND dflt_value IS NULL AND pk = 0`,
    )
    .all() as { name: string; type: string }[];
  const known: Readonly<Record<string, unknown>> = {
    key: 'k',
    definition_id: 1,
    status: 'succeeded',
    trigger_type: 'manual',
    phase: 'handlers',
    log_folder: logFolder,
    context: JSON.stringify({ workingDir: homeFolder, homeFolder, env: {} }),
  };
  const valueOf = ({ name, type }: { name: string; type: string }): unknown =>
    known[name] ?? (type === 'TEXT' ? '[]' : 0);
  db.prepare(
    `INSERT INTO run (${required.map(({ name }) => name).join()}) VALUES (${required.map(() => '?').join()})`,
  ).run(required.map(valueOf));
}

/** What a repaired file holds, which must be sound and openable. */
function opened(file: string): ReadonlyMap<string, readonly unknown[]> {
  const db = openDatabase(file);
  try {
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.pragma('foreign_key_check')).toEqual([]);
    return allRows(db);
  } finally {
    db.close();
  }
}

const without = (rows: ReadonlyMap<string, readonly unknown[]>, ...names: string[]) =>
  Object.fromEntries([...rows].filter(([name]) => !names.includes(name)));

describe('a repair', () => {
  it('saves every row of a sound database, and keeps the old file as it was', () => {
    const file = aCopy();

    const { tables, kept, endedRuns } = repairDatabase(file, NOW);

    expect(without(opened(file), 'store')).toEqual(without(rowsOf, 'store'));
    expect(opened(file).get('store')).toEqual([{ id: 1, made_at: NOW }]);
    expect(
      tables.filter(({ damagedPages, lost, dropped }) => damagedPages + lost + dropped),
    ).toEqual([]);
    expect(endedRuns).toBe(0);
    expect(kept).toBe(`${file}.damaged-20260101T000000Z`);
    expect(readFileSync(kept ?? '').equals(readFileSync(sound))).toBe(true);
  });

  it(
    'saves every row of the tables that are not damaged, whatever pages beyond the first are',
    () => {
      const pages = Math.floor(statSync(sound).size / PAGE);
      const damage = fc.array(
        fc.record({
          page: fc.integer({ min: 2, max: pages }),
          from: fc.constantFrom(0, 0, 0, 512, 2048),
          what: fc.constantFrom('noise', 'zeros', 'another page'),
          seed: fc.nat(),
        }),
        { minLength: 1, maxLength: 45 },
      );
      fc.assert(
        fc.property(damage, (damages) => {
          const file = aCopy();
          for (const { page, from, what, seed } of damages) {
            const other = readFileSync(sound).subarray((seed % pages) * PAGE + from);
            const bytes =
              what === 'noise' ? noise(seed, PAGE) : what === 'zeros' ? Buffer.alloc(PAGE) : other;
            overwrite(file, (page - 1) * PAGE + from, bytes.subarray(0, PAGE - from));
          }
          const damaged = new Set(damages.map(({ page }) => ownerOf.get(page) ?? ''));

          const { tables } = repairDatabase(file, NOW);

          const rows = opened(file);
          for (const { name, saved, dropped } of tables) {
            if (damaged.has(name) || name === 'store') continue;
            const before = rowsOf.get(name) ?? [];
            expect([name, saved]).toEqual([name, before.length]);
            if (dropped === 0 && name !== 'definition') expect(rows.get(name)).toEqual(before);
          }
        }),
        { numRuns: DAMAGES },
      );
    },
    30_000 + DAMAGES * 3000,
  );

  it('saves what hangs below a page that cannot be read', () => {
    const file = aCopy();
    const db = new SQLite(sound);
    const root = db
      .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'run'")
      .pluck()
      .get() as number;
    db.close();
    overwrite(file, (root - 1) * PAGE, noise(1, PAGE));

    const { tables } = repairDatabase(file, NOW);

    expect(tables.find(({ name }) => name === 'run')).toMatchObject({ damagedPages: 1, lost: 0 });
    expect(opened(file).get('run')).toEqual(rowsOf.get('run'));
  });

  it.each([
    { what: 'its header', bytes: 100 },
    { what: 'its first page', bytes: PAGE },
  ])('does without $what', ({ bytes }) => {
    const file = aCopy();
    overwrite(file, 0, noise(7, bytes));

    const version = schemaOnDisk(file);
    repairDatabase(file, NOW);

    expect(version).toBeNull();
    expect(without(opened(file), 'store')).toEqual(without(rowsOf, 'store'));
  });

  it('saves what is left of a file that was cut off, and makes an empty database of an empty one', () => {
    const [cut, empty] = [aCopy(), aCopy()];
    truncateSync(cut, Math.floor(statSync(cut).size / 2) + 100);
    truncateSync(empty, 0);

    const { tables } = repairDatabase(cut, NOW);
    repairDatabase(empty, NOW);

    const saved = tables.reduce((sum, table) => sum + table.saved, 0);
    expect(saved).toBeGreaterThan(100);
    expect(opened(cut).get('run')).not.toEqual([]);
    expect(opened(empty).get('run')).toEqual([]);
  });

  it('saves what only the write-ahead log holds, up to the last commit that is whole', () => {
    const live = aCopy();
    const db = openDatabase(live);
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.exec("INSERT INTO dag_state VALUES ('committed', 1)");
    const whole = statSync(`${live}-wal`).size;
    db.exec("INSERT INTO dag_state VALUES ('cut off', 1)");
    const file = aCopy();
    for (const end of ['', '-wal']) copyFileSync(live + end, file + end);
    db.close();
    truncateSync(`${file}-wal`, whole + 2000);

    const { kept } = repairDatabase(file, NOW);

    const names = opened(file).get('dag_state') as readonly { readonly file_name: string }[];
    const added = names.map((row) => row.file_name).filter((name) => !name.startsWith('dag-'));
    expect(added).toEqual(['committed']);
    expect(existsSync(`${kept}-wal`)).toBe(true);
  });

  it('gives runs whose definition is lost one that says so, and drops what belongs to a lost run', () => {
    const file = aCopy();
    const first = [...ownerOf].filter(([, name]) => name === 'definition').map(([page]) => page);
    for (const page of first) overwrite(file, (page - 1) * PAGE, Buffer.alloc(PAGE));
    const [, leaf = 0] = [...ownerOf].filter(([, name]) => name === 'run').map(([page]) => page);
    overwrite(file, (leaf - 1) * PAGE, noise(3, PAGE));

    const { tables } = repairDatabase(file, NOW);

    const rows = opened(file);
    const table = (name: string) => tables.find((each) => each.name === name);
    const runs = rows.get('run')?.length ?? 0;
    expect(runs).toBeLessThan(rowsOf.get('run')?.length ?? 0);
    expect(table('run')?.lost).toBe((rowsOf.get('run')?.length ?? 0) - runs);
    expect(table('node')?.dropped).toBe(2 * (table('run')?.lost ?? 0));
    expect(rows.get('node')).toHaveLength(2 * runs);
    expect(JSON.stringify(rows.get('definition'))).toContain('was lost in the damaged');
  });

  it('ends runs that went on when a part of history is lost, and leaves them alone else', () => {
    const [whole, damaged] = [aCopy(), aCopy()];
    for (const file of [whole, damaged]) {
      const db = new SQLite(file);
      db.exec(
        "UPDATE run SET status = 'running', finished_at = NULL WHERE id = (SELECT max(id) FROM run)",
      );
      db.close();
    }
    const pages = [...ownerOf].filter(([, name]) => name === 'output').map(([page]) => page);
    overwrite(damaged, ((pages[0] ?? 0) - 1) * PAGE, noise(4, PAGE));

    const repairs = [whole, damaged].map((file) => repairDatabase(file, NOW).endedRuns);

    const last = (file: string) => opened(file).get('run')?.at(-1);
    expect(repairs).toEqual([0, 1]);
    expect(last(whole)).toMatchObject({ status: 'running' });
    expect(last(damaged)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('damaged'),
    });
  });

  it('brings a database of an older version up to date', () => {
    const file = join(temporaryFolder(), 'engine.db');
    const db = new SQLite(file);
    db.pragma('auto_vacuum = INCREMENTAL');
    migrate(db, 4);
    db.exec("INSERT INTO dag_state VALUES ('kept', 1)");
    db.close();

    repairDatabase(file, NOW);

    expect(opened(file).get('dag_state')).toEqual([{ file_name: 'kept', suspended: 1 }]);
    expect(schemaOnDisk(file)).toBe(schemaVersion);
  });

  it('makes the paths of an older version relative to the folders of the settings', () => {
    const home = temporaryFolder();
    const dataDir = join(home, 'data');
    const folders = { dataDir, logDir: join(home, 'logs'), dagsDir: '/elsewhere/dags' };
    mkdirSync(dataDir);
    const file = join(dataDir, 'engine.db');
    const db = new SQLite(file);
    db.pragma('auto_vacuum = INCREMENTAL');
    migrate(db, 6);
    db.exec("INSERT INTO definition (id, hash, text) VALUES (1, x'00', '')");
    addEarlierRun(db, { logFolder: join(folders.logDir, 'k'), homeFolder: join(home, 'dags') });
    db.close();

    repairDatabase(file, NOW, folders);
    const repaired = openDatabase(file, { folders });
    const run = repaired.prepare("SELECT log_folder, context ->> '$.homeFolder' FROM run").raw();
    const [logFolder, homeFolder] = run.get() as [string, string];
    repaired.close();

    const { toAbsolute } = placesIn(folders);
    expect([logFolder, homeFolder]).toEqual(['home/logs/k', 'home/dags']);
    expect(toAbsolute(homeFolder)).toBe(join(home, 'dags'));
  });

  it('leaves a home without its row as one that nobody has served yet, and ends what went on in it', () => {
    const file = aCopy();
    const made = openDatabase(file);
    saveHome(made, { ...readHome(made), identity: 'a1b2c3d4e5f6', path: '/h/data' });
    made.exec("UPDATE run SET status = 'running' WHERE id = (SELECT max(id) FROM run)");
    made.close();
    const page = [...ownerOf].find(([, owner]) => owner === 'home')?.[0] ?? 0;
    overwrite(file, (page - 1) * PAGE, noise(page, PAGE));

    const { endedRuns } = repairDatabase(file, NOW);

    expect(endedRuns).toBe(1);
    expect(opened(file).get('home')).toEqual([
      expect.objectContaining({ identity: '', path: '', owns_unnamed: 0 }),
    ]);
  });
});
