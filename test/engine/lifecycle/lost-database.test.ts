import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../engine/storage/database.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/home.ts';
import { dagwright, homeWith, serve } from '../cli/dagwright.ts';

type Server = Awaited<ReturnType<typeof serve>>;

const dbOf = (home: string): string => join(home, 'data', 'engine.db');

/** A home with a stored DAG, and one whose step waits for a file. */
function aHome(): { readonly home: string; readonly go: string } {
  const go = join(temporaryFolder(), 'go');
  const wait = `until [ -e ${go} ]; do sleep 0.02; done`;
  const home = homeWith({
    stored: 'steps: [echo hi]',
    waits: `steps: [{name: one, command: "${wait}"}, {name: two, command: echo done}]`,
  });
  return { home, go };
}

async function post(server: Server, path: string): Promise<{ status: number; body: string }> {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  return { status: response.status, body: await response.text() };
}

async function health(server: Server): Promise<{ status: number; error: string }> {
  const response = await fetch(`${server.url}/api/v1/health`);
  const { error = '' } = (await response.json()) as { error?: string };
  return { status: response.status, error };
}

/** Waits until health says this, and returns all that it says. */
async function unhealthy(server: Server, words: RegExp): Promise<string> {
  let said = '';
  await eventually(async () => {
    const { status, error } = await health(server);
    said = error;
    return status === 503 && words.test(error);
  }, `health says ${words}`);
  return said;
}

async function history(home: string): Promise<string> {
  const { stdout } = await dagwright(['history'], { home });
  return stdout;
}

const stop = async (server: Server): Promise<void> => {
  server.signal('SIGTERM');
  await server.ended;
};

const rescuedIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => /^engine\.db\.rescued-\w+$/.test(name));

describe('a database that is taken away from under its engine', { timeout: 120_000 }, () => {
  it('is noticed at once, saved, and put back as the engine stops; a second engine is refused', async () => {
    const { home, go } = aHome();
    const server = await serve(home);
    expect((await post(server, '/dags/waits/start')).status).toBe(200);

    rmSync(dbOf(home));
    await eventually(
      async () => (await post(server, '/dags/stored/start')).status === 503,
      'a start is refused',
    );
    const enqueued = await post(server, '/dags/stored/enqueue');
    const said = await unhealthy(server, /is saved in/);
    const second = await dagwright(['server', '--port', '0'], { home });
    await stop(server);
    writeFileSync(go, '');
    await using after = await serve(home);

    expect(enqueued.status).toBe(503);
    expect(said).toMatch(
      /engine\.db was removed while the engine was using it\. No new work is accepted, .+ Stop the engine: it restores the database as it exits\./,
    );
    expect(second.exitCode).toBe(1);
    expect(second.stderr).toMatch(/Another Dagwright engine \(process \d+/);
    expect(rescuedIn(join(home, 'data'))).toEqual([]);
    expect((await health(after)).status).toBe(200);
    await eventually(async () => /waits .*succeeded/.test(await history(home)), 'the run went on');
  });

  it('is well again when it is moved back', async () => {
    const { home } = aHome();
    await using server = await serve(home);
    const elsewhere = join(temporaryFolder(), 'engine.db');

    renameSync(dbOf(home), elsewhere);
    await unhealthy(server, /is saved in/);
    renameSync(elsewhere, dbOf(home));
    await eventually(async () => (await health(server)).status === 200, 'it is well again');
    const started = await post(server, '/dags/stored/start');
    server.signal('SIGKILL');
    await server.ended;
    await using after = await serve(home);

    expect(started.status).toBe(200);
    expect((await health(after)).status).toBe(200);
    expect(await history(home)).toContain('stored');
  });

  it('that is replaced is left to the other file, and what the engine held lies beside it', async () => {
    const { home } = aHome();
    const server = await serve(home);
    expect((await post(server, '/dags/stored/start')).status).toBe(200);
    const other = join(temporaryFolder(), 'engine.db');
    openDatabase(other).close();

    renameSync(other, dbOf(home));
    const said = await unhealthy(server, /is saved in/);
    const second = await dagwright(['server', '--port', '0'], { home });
    server.signal('SIGKILL');
    await server.ended;
    const [rescued = ''] = rescuedIn(join(home, 'data'));
    const shown = await history(home);
    renameSync(join(home, 'data', rescued), dbOf(home));

    expect(said).toContain(`is saved in ${join(home, 'data', rescued)}.`);
    expect(said).toContain('was replaced by');
    expect(second.stderr).toContain('Another Dagwright engine');
    expect(shown).toBe('No runs found.\n');
    expect(await history(home)).toContain('stored');
  });

  it('keeps a second engine away although its whole folder is gone, and comes back with the folder', async () => {
    const { home } = aHome();
    await using server = await serve(home);
    expect((await post(server, '/dags/stored/start')).status).toBe(200);

    renameSync(join(home, 'data'), join(home, 'moved'));
    await unhealthy(server, /is saved in/);
    await eventually(() => existsSync(join(home, 'logs', 'engine.lock')), 'the engine says so');
    const second = await dagwright(['server', '--port', '0'], { home });
    rmSync(join(home, 'data'), { recursive: true });
    renameSync(join(home, 'moved'), join(home, 'data'));
    await eventually(async () => (await health(server)).status === 200, 'it is well again');

    expect(second.stderr).toContain('Another Dagwright engine');
    expect(rescuedIn(home)).toHaveLength(1);
  });

  it('loses nothing with its write-ahead log', async () => {
    const { home } = aHome();
    const server = await serve(home);
    expect((await post(server, '/dags/stored/start')).status).toBe(200);

    rmSync(`${dbOf(home)}-wal`);
    await eventually(() => existsSync(`${dbOf(home)}-wal`), 'the log is made anew');
    server.signal('SIGKILL');
    await server.ended;

    expect(await history(home)).toContain('stored');
  });
});

describe('a home that has had runs', { timeout: 120_000 }, () => {
  async function aHomeWithRuns(): Promise<string> {
    const { home } = aHome();
    const { exitCode } = await dagwright(['start', 'stored'], { home });
    expect(exitCode).toBe(0);
    return home;
  }

  it.each([
    { what: 'is gone', damage: (file: string) => rmSync(file), says: 'is missing' },
    {
      what: 'is gone with its folder',
      damage: (file: string) => rmSync(dirname(file), { recursive: true }),
      says: 'is missing',
    },
    { what: 'is empty', damage: (file: string) => truncateSync(file, 0), says: 'is empty' },
  ])(
    'is no new one when its database $what, until a repair begins anew',
    async ({ damage, says }) => {
      const home = await aHomeWithRuns();
      const logs = readdirSync(join(home, 'logs'));
      damage(dbOf(home));

      const refused = await dagwright(['server', '--port', '0'], { home });
      const doctor = await dagwright(['doctor'], { home });
      const repair = await dagwright(['doctor', '--repair'], { home });
      const shown = await history(home);

      expect(refused.exitCode).toBe(1);
      expect(refused.stderr).toMatch(
        new RegExp(`engine\\.db ${says}, but .+/logs has the logs of 1 run: .+doctor --repair`),
      );
      expect(doctor.stdout).toMatch(/✗ database .+this is not a new home/);
      expect(repair.exitCode).toBe(0);
      expect(shown).toBe('No runs found.\n');
      expect(readdirSync(join(home, 'logs'))).toEqual(logs);
    },
  );

  it('is refused with a log that belongs to no database, which stays', async () => {
    const home = homeWith();
    mkdirSync(join(home, 'data'));
    writeFileSync(`${dbOf(home)}-wal`, 'a log');

    const { stderr, exitCode } = await dagwright(['server', '--port', '0'], { home });

    expect(stderr).toContain('its write-ahead log engine.db-wal exists');
    expect(exitCode).toBe(1);
    expect(readFileSync(`${dbOf(home)}-wal`, 'utf8')).toBe('a log');
  });
});
