import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { Agent, fetch } from 'undici';
import { describe, expect, it } from 'vitest';
import { version } from '../../../engine/lib/version.ts';
import { aCertificate } from '../../support/certificate.ts';
import { eventually } from '../../support/eventually.ts';
import { dagwright, homeWith, launch, serve } from './dagwright.ts';

const patient = `
steps:
  - name: wait
    command: echo waiting; until [ -e go ]; do sleep 0.05; done
  - name: after
    command: echo afterwards
`;

describe('dagwright server', () => {
  it('says where it answers, and tells other commands by a file that only its owner can read', async () => {
    const home = homeWith();
    await using server = await serve(home);

    const health: unknown = await (await fetch(`${server.url}/api/v1/health`)).json();
    const file = join(home, 'data', 'engine.json');
    const endpoint: unknown = JSON.parse(readFileSync(file, 'utf8'));

    expect(health).toMatchObject({ status: 'healthy', version });
    expect(endpoint).toMatchObject({ url: server.url, version });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('stops on %s and exits 0', async (signal) => {
    const home = homeWith();
    const server = await serve(home);

    server.signal(signal);
    const { stdout, exitCode } = await server.ended;

    expect(stdout).toMatch(/\nStopping…\nStopped\.\n$/);
    expect(exitCode).toBe(0);
    expect(existsSync(join(home, 'data', 'engine.json'))).toBe(false);
  });

  it('leaves running steps alive when it stops, and goes on with them at the next start', async () => {
    const home = homeWith({ patient });
    const first = await serve(home);
    await dagwright(['start', 'patient', '--run-id', 'one', '--no-follow'], { home });

    first.signal('SIGINT');
    const { stdout } = await first.ended;
    const between = await dagwright(['status', 'patient'], { home });
    await using second = await serve(home);
    writeFileSync(join(home, 'dags', 'go'), '');
    const run = await ended(second.url, 'patient', 'one');

    expect(stdout).toContain('Stopped. 1 step keeps running. The next start takes it over.\n');
    expect(between.stdout).toMatch(/^▶ patient {2}running/);
    expect(between.stderr).toContain('No engine is running for this home');
    expect(run).toMatchObject({ statusLabel: 'succeeded' });
  });

  it('refuses a home that another engine serves, and names that one', async () => {
    const home = homeWith();
    await using first = await serve(home);

    const second = await dagwright(['server', '--port', '0'], { home });

    const { pid } = JSON.parse(readFileSync(join(home, 'data', 'engine.json'), 'utf8')) as {
      pid: number;
    };
    expect(first.url).toMatch(/^http:/);
    expect(second.stderr).toContain(`Another Dagwright engine (process ${pid}, started `);
    expect(second.exitCode).toBe(1);
  });

  it('names the program that has its port', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };

    const { stderr, exitCode } = await dagwright(['server', '--port', String(port)], {
      home: homeWith(),
    });
    other.close();

    expect(stderr).toMatch(
      new RegExp(`^error: Port ${port} on 127.0.0.1 is already in use by .+ \\(process \\d+\\)\\.`),
    );
    expect(exitCode).toBe(1);
  });

  it('is not looked for where it was after it was killed', async () => {
    const home = homeWith({ quick: 'steps: [echo hi]' });
    const server = await serve(home);
    server.signal('SIGKILL');
    await server.ended;
    // A command that takes long puts its own file there, and takes it away.
    expect(existsSync(join(home, 'data', 'engine.json'))).toBe(true);

    const { stdout, exitCode } = await dagwright(['start', 'quick'], { home });

    expect(stdout).toContain('│ hi\n');
    expect(exitCode).toBe(0);
  });

  it.runIf(process.platform === 'linux')(
    'does not start where the keychain that is to keep its secret cannot be reached',
    async () => {
      const home = homeWith();
      const env = {
        SVC_AUTH_MODE: 'builtin',
        SVC_AUTH_TOKEN_STORE: 'keychain',
        DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus',
      };

      const { stderr, exitCode } = await dagwright(['server', '--port', '0'], { home, env });

      expect(stderr).toMatch(
        /Cannot use the keychain for the secret of the engine: .+`dagwright doctor`/,
      );
      expect(exitCode).toBe(1);
      expect(existsSync(join(home, 'data', 'engine.secret'))).toBe(false);
    },
  );

  it('takes settings as options', async () => {
    const { certFile, keyFile } = aCertificate();
    const server = launch(
      [
        ...['server', '--port', '0', '--headless', '--access-log-mode', 'non-public'],
        ...['--tls-cert', certFile, '--tls-key', keyFile, '--set', 'ui.navbar_title=Staging'],
      ],
      { home: homeWith(), env: { SVC_AUTH_MOD: 'builtin' } },
    );
    const [, url = ''] = await server.printed(/ready at (https:\S+)/);
    const dispatcher = new Agent({ connect: { ca: readFileSync(certFile) } });
    const get = (path: string) => fetch(url + path, { dispatcher });
    const page = await (await get('/')).json();
    const look = await (await get('/api/v1/ui-settings')).json();
    await get('/api/v1/dags');
    await server.printed(/path=\/api\/v1\/dags/);
    server.signal('SIGTERM');
    const { stderr } = await server.ended;

    expect(page).toMatchObject({ code: 'not_found' });
    expect(look).toMatchObject({ navbarTitle: 'Staging' });
    expect(stderr).not.toContain('ui-settings');
    expect(stderr).toContain('SVC_AUTH_MOD is not a setting; did you mean SVC_AUTH_MODE?');
  });

  it.each([
    { name: 'start-all', page: 200 },
    { name: 'scheduler', page: 404 },
  ])('is $name as well, with its page: $page', async ({ name, page }) => {
    const server = launch([name, '--port', '0'], { home: homeWith() });
    const [, url = ''] = await server.printed(/ready at (http:\S+)/);
    const answer = await fetch(url, { headers: { accept: 'text/html' } });
    const health = await fetch(`${url}/api/v1/health`);
    server.signal('SIGTERM');
    await server.ended;

    expect([health.status, answer.status]).toEqual([200, page]);
  });

  it('says nothing with --quiet while all is well', async () => {
    const home = homeWith();
    const server = launch(['server', '--port', '0', '-q'], { home });
    await eventually(() => existsSync(join(home, 'data', 'engine.json')), 'the server answers');
    server.signal('SIGTERM');

    expect(await server.ended).toEqual({ stdout: '', stderr: '', exitCode: 0 });
  });

  it('writes its log as JSON when it is told to', async () => {
    const server = launch(['server', '--port', '0'], {
      home: homeWith(),
      env: { SVC_LOG_FORMAT: 'json' },
    });
    await server.printed(/ready at/);
    server.signal('SIGTERM');

    const [first = ''] = (await server.ended).stderr.split('\n');

    expect(JSON.parse(first)).toMatchObject({ level: 'info', msg: 'Engine is ready', version });
  });
});

/** The run once it has ended, as the server tells it. */
async function ended(url: string, name: string, dagRunId: string): Promise<unknown> {
  for (;;) {
    const answer = await fetch(`${url}/api/v1/dag-runs/${name}/${dagRunId}`);
    const { dagRun } = (await answer.json()) as { dagRun: { statusLabel: string } };
    if (dagRun.statusLabel !== 'running') return dagRun;
  }
}
