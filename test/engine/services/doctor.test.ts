import { chmodSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DoctorContext } from '../../../engine/services/doctor/check.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { openDatabase } from '../../../engine/storage/database.ts';
import { anEngine } from '../../support/engine.ts';
import { systemZone } from '../../../engine/config/system-zone.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';
import { aHomeRow, aPatient, finding, found } from '../../support/doctor-context.ts';
import { startSessionBus } from '../../support/session-bus.ts';
import { aSmallDisk, noSmallDisk } from '../../support/small-disk.ts';

/** A program of that name, alone in a folder. Returns the folder. */
function programs(texts: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder('bin');
  for (const [name, text] of Object.entries(texts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

describe('the folders', () => {
  it('are well where they can be made', async () => {
    expect(await found(aPatient(), 'folders')).toEqual([finding('ok', /are writable/)]);
  });

  it('are a problem where a file is in the way', async () => {
    const context = aPatient();
    writeFileSync(context.config.paths.dagsDir, '');
    expect(await found(context, 'folders')).toEqual([
      finding(
        'problem',
        /Cannot use \S+\/dags as the folder for DAGs: \S+\/dags is a file\./,
        /Move or rename the file/,
      ),
    ]);
  });

  it.skipIf(noSmallDisk !== null)('are a problem on a disk that is read-only', async () => {
    const { folder } = aSmallDisk(1);
    const { paths, ...config } = temporaryConfig();
    const dataDir = join(folder, 'data');
    spawnSync('mount', ['-o', 'remount,ro', folder]);

    const context = aPatient({ config: { ...config, paths: { ...paths, dataDir } } });

    expect(await found(context, 'folders')).toEqual([
      finding(
        'problem',
        /data does not exist, and \S+ is not writable: its disk is read-only/,
        /^Make the disk of \S+ writable, or/,
      ),
    ]);
  });

  it('are told of when others can look into them', async () => {
    const context = aPatient();
    const { dataDir } = context.config.paths;
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o755);

    const open = await found(context, 'permissions');
    chmodSync(dataDir, 0o700);

    expect(open).toEqual([finding('warning', /Other users .+\/data/, /^chmod 700 '.+\/data'$/)]);
    expect(await found(context, 'permissions')).toEqual([finding('ok', /no access/)]);
  });

  it('are made by an engine so that others cannot look into them', async () => {
    const { config } = await anEngine();
    expect(await found(aPatient({ config }), 'permissions')).toEqual([finding('ok', /no access/)]);
  });
});

describe.skipIf(noSmallDisk !== null)('the disk', () => {
  it.each([
    { megabytes: 600, fillTo: null, verdict: finding('ok', /enough free space/) },
    {
      megabytes: 64,
      fillTo: null,
      verdict: finding('warning', /^Only 6\d MB are free/, /cleanup/),
    },
    { megabytes: 64, fillTo: 8, verdict: finding('problem', /^\d MB .+ no new work/, /cleanup/) },
  ])('of $megabytes MB, filled to $fillTo, is $verdict.level', async (given) => {
    const disk = aSmallDisk(given.megabytes);
    if (given.fillTo !== null) disk.fill(given.fillTo * 1024 * 1024);
    const { paths, ...config } = temporaryConfig();
    const dataDir = join(disk.folder, 'data');

    const context = aPatient({ config: { ...config, paths: { ...paths, dataDir } } });

    expect((await found(context, 'disk')).slice(0, 1)).toEqual([given.verdict]);
  });

  it.each([
    [100, 'problem', /^100 more files \(inodes\) fit on the disk of \S+: no new work is accepted/],
    [5000, 'warning', /^Only 5000 more files \(inodes\) fit on the disk of/],
  ] as const)('that takes %i more files is a %s', async (leave, level, says) => {
    const disk = aSmallDisk(1024);
    disk.fillWithFiles(leave);
    const { paths, ...config } = temporaryConfig();
    const dataDir = join(disk.folder, 'data');
    const context = aPatient({ config: { ...config, paths: { ...paths, dataDir } } });

    expect((await found(context, 'disk')).slice(0, 1)).toEqual([finding(level, says, /cleanup/)]);
  });
});

describe('the database', () => {
  function patientWith(make: (file: string) => void): DoctorContext {
    const context = aPatient();
    const { dataDir } = context.config.paths;
    mkdirSync(dataDir);
    make(join(dataDir, 'engine.db'));
    return context;
  }

  it.each([
    { what: 'is sound', make: (file: string) => openDatabase(file).close(), says: /is intact/ },
    { what: 'is not there yet', make: () => undefined, says: /no database yet/ },
    {
      what: 'is of an older version',
      make: (file: string) => {
        const db = new SQLite(file);
        db.exec('CREATE TABLE t (a); PRAGMA user_version = 1');
        db.close();
      },
      says: /with schema 1. The next start makes a backup/,
    },
  ])('is well when it $what', async ({ make, says }) => {
    expect(await found(patientWith(make), 'database')).toEqual([finding('ok', says)]);
  });

  it.each([
    {
      what: 'is garbage',
      make: (file: string) => writeFileSync(file, 'x'.repeat(9000)),
      says: /is damaged: /,
    },
    {
      what: 'is of a newer version',
      make: (file: string) => {
        const db = new SQLite(file);
        db.pragma('user_version = 99');
        db.close();
      },
      says: /newer version \(schema 99\)/,
    },
    {
      what: 'has a page that was overwritten',
      make: (file: string) => {
        const db = openDatabase(file);
        db.pragma('wal_checkpoint(TRUNCATE)');
        db.close();
        spawnSync('dd', [
          'if=/dev/zero',
          `of=${file}`,
          'bs=4096',
          'seek=3',
          'count=6',
          'conv=notrunc',
        ]);
      },
      says: /is damaged: /,
    },
    {
      what: 'is held by a stranger',
      make: (file: string) => {
        openDatabase(file).close();
        const db = new SQLite(file);
        db.pragma('locking_mode = EXCLUSIVE');
        db.exec('BEGIN EXCLUSIVE');
        onTestFinished(() => void db.close());
      },
      says: /in use by an unknown process/,
    },
  ])('is a problem when it $what', async ({ make, says }) => {
    expect(await found(patientWith(make), 'database')).toEqual([finding('problem', says)]);
  });

  it('names the engine that holds it and does not answer', async () => {
    const { config } = await anEngine();
    expect(await found(aPatient({ config }), 'database')).toEqual([
      finding('problem', new RegExp(`process ${process.pid}, started 2.+does not respond`)),
    ]);
  });

  it('is a problem when the engine says so', async () => {
    const engine = { problem: 'The disk is full.', notice: null, home: aHomeRow };
    const context = aPatient({ engine });
    expect(await found(context, 'database')).toEqual([finding('problem', /^The disk is full\.$/)]);
  });
});

describe('the shells', () => {
  it('are well when they do what they are told', async () => {
    expect(await found(aPatient(), 'shells')).toEqual([finding('ok', /Steps run in \/bin\/sh/)]);
  });

  it.each([
    { shell: '/nowhere/bash', says: /Cannot run the shell \/nowhere\/bash/ },
    { shell: '/bin/true', says: /\/bin\/true does not run commands \(exit 0\)/ },
  ])('are a problem when the one of steps is $shell', async ({ shell, says }) => {
    const config = temporaryConfig({ defaultShell: [shell] });
    expect(await found(aPatient({ config }), 'shells')).toEqual([
      finding('problem', says, /default_shell/),
    ]);
  });
});

describe('the PATH of steps', () => {
  /** A login shell that adds folders to the PATH, and talks. */
  const loginShell = (folder: string): string =>
    join(
      programs({
        shell: `echo welcome; PATH="$PATH:${folder}:/not/there"; export PATH
while [ "$1" != -c ]; do shift; done; shift; exec /bin/sh -c "$1"`,
      }),
      'shell',
    );

  /** With the folders that a shell of this machine may begin with. */
  const ownEnv = () => {
    const { env } = aPatient();
    const usual = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
    return { ...env, PATH: `${env['PATH']}:${usual}` };
  };

  it('lacks folders of the login shell that exist, and the fix names them', async () => {
    const folder = temporaryFolder('tools');
    const env = ownEnv();
    const context = aPatient({ env: { ...env, SHELL: loginShell(folder) } });

    expect(await found(context, 'path')).toEqual([
      finding(
        'warning',
        new RegExp(`in ${folder}, but your terminal`),
        new RegExp(`PATH}:${folder}"`),
      ),
    ]);
  });

  it('is well when it has them all', async () => {
    const folder = temporaryFolder('tools');
    const env = ownEnv();
    const own = { ...env, SHELL: loginShell(folder), PATH: `${env['PATH']}:${folder}` };
    expect(await found(aPatient({ env: own }), 'path')).toEqual([finding('ok', /all folders/)]);
  });

  it('cannot be compared with that of a shell which fails', async () => {
    const { env } = aPatient();
    const shell = join(programs({ shell: 'exit 3' }), 'shell');
    expect(await found(aPatient({ env: { ...env, SHELL: shell } }), 'path')).toEqual([
      finding('warning', /Cannot read the PATH/, /-lic true/),
    ]);
  });
});

describe.runIf(process.platform === 'linux')('the keychain', () => {
  it('is missing without a session bus', async () => {
    expect(await found(aPatient(), 'keychain')).toEqual([
      finding('warning', /no session bus \(DBUS_SESSION_BUS_ADDRESS/, /dbus-run-session/),
    ]);
  });

  const hasBus = spawnSync('dbus-run-session', ['--version']).status === 0;

  /** The address of a session bus that knows what the data folder says. */
  async function aBus(startable: string): Promise<string> {
    const { address, end } = await startSessionBus(startable);
    onTestFinished(end);
    return address;
  }

  it.runIf(hasBus).each([
    { service: '', verdict: finding('warning', /no secret service/, /gnome-keyring/) },
    { service: 'org.freedesktop.secrets', verdict: finding('ok', /secret service/) },
  ])('is what the session bus says: "$service"', async ({ service, verdict }) => {
    const { env } = aPatient();
    const bus = { ...env, DBUS_SESSION_BUS_ADDRESS: await aBus(service) };
    expect(await found(aPatient({ env: bus }), 'keychain')).toEqual([verdict]);
  });

  it.each([
    { what: 'does not answer', path: process.env['PATH'] ?? '' },
    { what: 'cannot be asked', path: '/nowhere' },
  ])('is missing when the bus $what', async ({ path }) => {
    const { env } = aPatient();
    const bus = { ...env, PATH: path, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' };
    expect(await found(aPatient({ env: bus }), 'keychain')).toEqual([
      finding('warning', /does not respond, or neither/, /Install gdbus/),
    ]);
  });
});

describe('the clock', () => {
  const at = (iso: string): DoctorContext['clock'] => ({
    ...systemClock,
    now: () => Date.parse(iso),
  });
  const { env } = aPatient();
  const quiet = { ...env, PATH: programs({ timedatectl: 'exit 1' }) };

  it('is well when it is right', async () => {
    const context = aPatient({ env: quiet, clock: at('2026-02-03T10:00:00Z') });
    expect(await found(context, 'clock')).toEqual([
      finding('ok', /^The time is 2026-02-03T10:00:00.000Z, the time zone UTC\.$/),
    ]);
  });

  it.each(['1970-01-01T00:00:10Z', '2107-01-01T00:00:00Z'])('is a problem at %s', async (iso) => {
    const context = aPatient({ env: quiet, clock: at(iso) });
    expect(await found(context, 'clock')).toEqual([
      finding('problem', /clock of this machine says/),
    ]);
  });

  it('is told of when it was set back', async () => {
    const context = aPatient({ env: quiet, clock: at('2026-02-03T10:00:00Z') });
    const { dataDir } = context.config.paths;
    mkdirSync(dataDir);
    const file = join(dataDir, 'engine.db');
    openDatabase(file).close();
    const later = new Date('2026-02-05T10:00:00Z');
    utimesSync(file, later, later);
    expect(await found(context, 'clock')).toEqual([finding('warning', /the clock was moved back/)]);
  });

  it.each([
    [
      'Nowhere/Town',
      finding('problem', /Cannot read the time zone TZ=Nowhere\/Town/, /Europe\/Berlin/),
    ],
    ['GMT+2', finding('warning', /TZ=GMT\+2 means UTC-02:00/, /Europe\/Berlin/)],
  ])('tells of a zone that is not said as a name: %s', async (tz, expected) => {
    const config = temporaryConfig({ timezoneDoubt: systemZone(tz).doubt });
    expect(await found(aPatient({ config, env: quiet }), 'clock')).toEqual([expected]);
  });

  it.runIf(process.platform === 'linux')('is told of when nothing keeps it right', async () => {
    const loose = { ...env, PATH: programs({ timedatectl: 'echo no' }) };
    expect(await found(aPatient({ env: loose }), 'clock')).toEqual([
      finding('warning', /Time synchronization is disabled/, /set-ntp true/),
    ]);
  });
});

describe('the port', () => {
  it('is a problem when another program has it, which is named', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };

    const taken = await found(aPatient({ config: temporaryConfig({ port }) }), 'port');
    other.close();
    await once(other, 'close');

    expect(taken).toEqual([
      finding('problem', new RegExp(`in use by .+ \\(process ${process.pid}\\)`)),
    ]);
    expect(await found(aPatient({ config: temporaryConfig({ port }) }), 'port')).toEqual([
      finding('ok', /is available/),
    ]);
  });
});

it('names definitions with errors, a few of many', async () => {
  const broken = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const context = aPatient({ dags: async () => ({ files: 9, broken }) });
  expect(await found(context, 'dags')).toEqual([
    finding('warning', /^7 of 9 DAG files have errors: a, b, c, d, e and 2 more\.$/, /validate/),
  ]);
});

it('says of a check that fails that it could not be made, and makes the others', async () => {
  const context = aPatient({ dags: () => Promise.reject(new Error('no such thing.')) });
  expect(await found(context, 'dags')).toEqual([
    finding('problem', /This check failed: no such thing\.$/),
  ]);
  expect(await found(context, 'folders')).toEqual([finding('ok', /./)]);
});
