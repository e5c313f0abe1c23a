import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import SQLite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEngine } from '../../../engine/index.ts';
import { StartError } from '../../../engine/lib/start-error.ts';
import { DatabaseInUse, openDatabase, type Database } from '../../../engine/storage/database.ts';
import { migrations, schemaVersion } from '../../../engine/storage/migrate.ts';
import { anEngine, silentLogger } from '../../support/engine.ts';
import { forkEngine } from '../../support/fork-engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';

const aFile = (): string => join(temporaryFolder(), 'engine.db');

function open(file: string): Database {
  const db = openDatabase(file);
  onTestFinished(() => void db.close());
  return db;
}

const hashOf = (file: string): string =>
  createHash('sha256').update(readFileSync(file)).digest('hex');

describe('a new database', () => {
  it('has the whole schema, in strict tables', () => {
    const db = open(aFile());

    const tables = db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .pluck()
      .all();
    const loose = db
      .prepare("SELECT name FROM pragma_table_list WHERE strict = 0 AND name NOT LIKE 'sqlite_%'")
      .all();
    expect(tables).toEqual(
      expect.arrayContaining(['attempt', 'dag_index', 'definition', 'node', 'output', 'run']),
    );
    expect(loose).toEqual([]);
    expect(db.pragma('user_version', { simple: true })).toBe(schemaVersion);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
  });

  it.runIf(process.platform !== 'win32')('is for its owner alone, whatever it was before', () => {
    const modes = (file: string) =>
      ['', '-wal'].map((end) => (statSync(file + end).mode & 0o777).toString(8));
    const [made, found] = [aFile(), aFile()];
    writeFileSync(found, '', { mode: 0o644 });

    for (const file of [made, found]) open(file);

    expect([made, found].map(modes)).toEqual([
      ['600', '600'],
      ['600', '600'],
    ]);
  });

  it('is made of migrations that are numbered from 1 without a gap', () => {
    expect(migrations.map(({ version }) => version)).toEqual(
      migrations.map((_, index) => index + 1),
    );
  });

  it('also comes of an empty file', () => {
    const file = aFile();
    writeFileSync(file, '');

    expect(open(file).pragma('user_version', { simple: true })).toBe(schemaVersion);
  });
});

describe('a database that exists', () => {
  it('keeps what is in it', () => {
    const file = aFile();
    const first = openDatabase(file);
    first.exec("INSERT INTO dag_state VALUES ('a', 1)");
    first.close();

    expect(open(file).prepare('SELECT * FROM dag_state').all()).toEqual([
      { file_name: 'a', suspended: 1 },
    ]);
  });

  /** A database as this version leaves it, changed by SQL. */
  function changed(sql: string): string {
    const file = aFile();
    openDatabase(file).close();
    const db = new SQLite(file);
    db.exec(sql);
    db.close();
    return file;
  }

  const written = (content: string | Buffer): string => {
    const file = aFile();
    writeFileSync(file, content);
    return file;
  };

  function cut(file: string, bytes: number): string {
    truncateSync(file, bytes);
    return file;
  }

  const newer =
    /newer version of Dagwright \(schema 99; this version supports \d+\)\. Nothing was changed/;
  const unreadable = /Cannot read the database .+: .+ Nothing was changed/;

  it.each([
    {
      what: 'was written by a newer version',
      make: () => changed('PRAGMA user_version = 99'),
      says: newer,
    },
    { what: 'is text', make: () => written('This is no database.\n'.repeat(50)), says: unreadable },
    { what: 'is garbage', make: () => written(Buffer.alloc(8192, 0xa5)), says: unreadable },
    { what: 'is short', make: () => written('SQLite'), says: unreadable },
    { what: 'ends in its header', make: () => written('SQLite format 3\0\x10'), says: unreadable },
    {
      what: 'has a good name and nothing behind it',
      make: () => written(Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(9000, 7)])),
      says: /cannot be read|newer version/,
    },
    { what: 'was cut off', make: () => cut(changed('SELECT 1'), 6000), says: unreadable },
  ])('is refused, and unchanged, when it $what', ({ make, says }) => {
    const file = make();
    const before = hashOf(file);

    const refusal = refused(() => openDatabase(file));

    expect(refusal).toBeInstanceOf(StartError);
    expect(refusal).toMatchObject({ message: expect.stringMatching(says) });
    expect(refusal.message).toContain(file);
    expect(hashOf(file)).toBe(before);
    expect(readdirSync(join(file, '..'))).toEqual(['engine.db']);
  });

  it('is refused without a touch when a newer version was killed while it wrote', () => {
    const live = aFile();
    const db = openDatabase(live);
    db.pragma('user_version = 99');
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.exec("INSERT INTO dag_state VALUES ('a', 1)");
    const file = aFile();
    for (const end of ['', '-wal']) copyFileSync(`${live}${end}`, `${file}${end}`);
    db.close();
    const before = ['', '-wal'].map((end) => hashOf(`${file}${end}`));

    const refusal = refused(() => openDatabase(file));

    expect(refusal).toMatchObject({ name: 'StartError', message: expect.stringMatching(newer) });
    expect(['', '-wal'].map((end) => hashOf(`${file}${end}`))).toEqual(before);
  });

  it('is refused when it is a folder', () => {
    const file = aFile();
    mkdirSync(file);

    const refusal = refused(() => openDatabase(file));

    expect(refusal).toMatchObject({ name: 'StartError' });
  });

  function refused(attempt: () => Database): Error {
    try {
      attempt().close();
    } catch (error) {
      return error as Error;
    }
    throw new Error('It was opened.');
  }
});

describe('a database that is in use', () => {
  const openElsewhere = async (file: string): Promise<string> => {
    const module = join(import.meta.dirname, '../../../engine/storage/database.ts');
    const script = `import(${JSON.stringify(module)}).then(({ openDatabase }) => {
      try { openDatabase(${JSON.stringify(file)}); console.log('opened'); }
      catch (error) { console.log(error.name); }
    })`;
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', script]);
    return stdout.trim();
  };

  it('is refused to another process and to the same one, until it is closed', async () => {
    const file = aFile();
    const db = openDatabase(file);

    expect(await openElsewhere(file)).toBe('DatabaseInUse');
    expect(() => openDatabase(file)).toThrow(DatabaseInUse);
    db.close();
    expect(await openElsewhere(file)).toBe('opened');
  });

  it('is named by its holder and since when, to a second engine', async () => {
    const config = temporaryConfig();
    const before = new Date().toISOString();
    const first = await forkEngine(config);

    const second = createEngine({ config, log: silentLogger() });

    await expect(second).rejects.toBeInstanceOf(StartError);
    const message = await second.then(
      () => '',
      (error: StartError) => error.message,
    );
    expect(message).toContain(`process ${first.pid}, started 2`);
    const [, since = ''] = /started ([^)]+)\)/.exec(message) ?? [];
    expect(since >= before && since <= new Date().toISOString()).toBe(true);
    expect(message).toContain(config.paths.dataDir);
  });

  it('is free at once when its holder is killed', async () => {
    const config = temporaryConfig();
    const first = await forkEngine(config);
    await first.call('dags.create', { name: 'kept', spec: 'steps:\n  - command: echo x\n' });
    await first.call('dags.suspend', { fileName: 'kept', suspend: true });

    await first.kill();
    const second = await anEngine({ config });

    const { dags } = await second.client.call('dags.list', {});
    expect(dags.map(({ fileName, suspended }) => [fileName, suspended])).toEqual([['kept', true]]);
  });

  it('is free when the engine could not start after all', async () => {
    const config = temporaryConfig();
    mkdirSync(join(config.paths.dagsDir, '..'), { recursive: true });
    writeFileSync(config.paths.dagsDir, 'a file where the DAGs should be');

    const failing = createEngine({ config, log: silentLogger() });

    await expect(failing).rejects.toBeInstanceOf(StartError);
    expect(await openElsewhere(join(config.paths.dataDir, 'engine.db'))).toBe('opened');
  });

  it.each(['dataDir', 'logDir'] as const)(
    'is not asked for when %s cannot be made',
    async (key) => {
      const config = temporaryConfig();
      writeFileSync(config.paths[key], 'a file in the way');

      const failing = createEngine({ config, log: silentLogger() });

      await expect(failing).rejects.toBeInstanceOf(StartError);
      await expect(failing).rejects.toThrow(config.paths[key]);
    },
  );
});
