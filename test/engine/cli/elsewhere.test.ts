import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCertificate } from '../../support/certificate.ts';
import { builtinAuth, freePort, temporaryFolder } from '../../support/home.ts';
import { aServer, clientOf, startTestServer, type TestServer } from '../remotes/servers.ts';
import { homeWith } from './dagwright.ts';
import { command } from './in-process.ts';

const home = homeWith({ mine: 'steps: [echo here]' });
let far: TestServer;

beforeAll(async () => {
  far = await startTestServer();
  const spec =
    'steps:\n  - name: gate\n    type: hitl\n  - name: hello\n    command: echo "there $A"\n';
  await far.engine.client.call('dags.create', { name: 'gated', spec });
  await far.engine.client.call('dags.create', {
    name: 'theirs',
    spec: 'params: A=1\nsteps:\n  - name: hello\n    command: echo "there $A"\n',
  });
});
afterAll(() => far.stop());

const ask = (...args: string[]) => command(['--url', far.url, ...args], { home });

describe('a command for an engine elsewhere', () => {
  it.each([
    { args: ['start', 'theirs', '-r', 's1', '--', 'A=2'], says: /hello │ there 2\n/ },
    { args: ['enqueue', 'theirs', '-r', 'q1'], says: /^Queued run q1 of theirs\n/ },
    { args: ['status', 'theirs', '-r', 's1'], says: /^✓ theirs {2}succeeded/ },
    { args: ['history'], says: /theirs +s1 +succeeded/ },
    { args: ['logs', 'theirs', 's1', '--step', 'hello'], says: /^there 2\n$/ },
    { args: ['retry', 'theirs', '-r', 's1', '--step', 'hello'], says: /hello │ there 2\n/ },
    { args: ['start', 'gated', '-r', 'g1', '--no-follow'], says: /^Started run g1 of gated\n/ },
    { args: ['approve', 'gated', 'gate', '-r', 'g1'], says: /✓ gated {2}succeeded/ },
    { args: ['start', 'gated', '-r', 'g2', '--no-follow'], says: /^Started run g2 of gated\n/ },
    { args: ['stop', 'gated', '-r', 'g2'], says: /^Run g2 of gated has ended: aborted\n$/ },
    {
      args: ['exec', '-N', 'there', '--dotenv', 'of-its-folder.env', '--', 'echo', 'by hand'],
      says: /main │ by hand\n/,
    },
    { args: ['doctor', '--format', 'json'], says: /"check": "database"/ },
  ])('is answered there: $args', async ({ args, says }) => {
    const { stdout, stderr } = await ask(...args);

    expect(stderr).toBe('');
    expect(stdout).toMatch(says);
  });

  it('knows nothing of the DAGs of the home', async () => {
    const { stderr, exitCode } = await ask('start', 'mine');

    expect(stderr).toBe('error: DAG mine not found.\nStored DAGs: gated, theirs\n');
    expect(exitCode).toBe(1);
  });

  it('sends the text of a file, be it one of the home, and no folder of this machine', async () => {
    const spec = 'steps:\n  - name: where\n    command: pwd\n';
    const file = join(home, 'dags', 'draft.yaml');
    writeFileSync(file, spec);

    const { stdout } = await ask('start', file, '--format', 'json');

    expect(JSON.parse(stdout)).toMatchObject({ name: 'draft', statusLabel: 'succeeded' });
    const { content } = await clientOf(far).call('runs.stepLog', {
      name: 'draft',
      dagRunId: 'latest',
      stepName: 'where',
    });
    expect(content).not.toContain(home);
  });

  it('takes its address from SVC_URL as well, with and without /api/v1', async () => {
    const env = { SVC_URL: `${far.url}/api/v1/` };

    const { stdout } = await command(['status', 'theirs', '-r', 's1'], { home, env });

    expect(stdout).toMatch(/^✓ theirs/);
  });

  it.each([
    {
      args: ['--url', 'ftp://x', 'history'],
      says: /ftp:\/\/x is not the address of an engine\.\nUse the form https:/,
    },
    {
      args: ['--url', 'http://ada:pass@x', 'history'],
      says: /error: http:\/\/…@x is not the address of an engine\.\nDo not put credentials/,
    },
    {
      args: ['--url', 'http://x', 'server'],
      says: /`dagwright server` works on this machine only and/,
    },
    { args: ['--token', 't', 'validate', 'a.yaml'], says: /does not take --token\.$/m },
    {
      args: ['--token', 'not\nto be seen', 'history'],
      says: /^error: SVC_TOKEN or --token is not a token\.\nA token has no spaces/,
    },
    {
      args: ['--url', 'http://127.0.0.1:1', 'exec', '--workdir', 'x', '--', 'ls'],
      says: /--workdir must be an absolute path on/,
    },
  ])('is refused for $args', async ({ args, says }) => {
    const { stdout, stderr, exitCode } = await command(args, { home });

    expect(stderr).toMatch(says);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
  });

  it('says why it does not reach anybody, and starts no engine of its own', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;

    const { stdout, stderr, exitCode } = await command(['--url', url, 'history'], { home });

    expect(stderr).toMatch(
      new RegExp(`^error: Cannot connect to an engine at ${url}\\.\nReason: .*ECONNREFUSED.*\n$`),
    );
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
  });
});

describe('an engine that asks for credentials', () => {
  it('gets a token from the environment or an option, and says what is missing', async () => {
    const closed = await aServer({ auth: builtinAuth });
    const { key } = await closed.engine.client.call('apiKeys.create', {
      name: 'cli',
      role: 'viewer',
    });
    const run = (args: string[], env: Record<string, string> = {}) =>
      command(args, { home, env: { SVC_URL: closed.url, ...env } });

    const none = await run(['history']);
    const wrong = await run(['history'], { SVC_TOKEN: 'stale' });
    const byEnvironment = await run(['history'], { SVC_TOKEN: key });
    const byOption = await run(['--token', key, 'history'], { SVC_TOKEN: 'stale' });
    const tooMuch = await run(['exec', '--', 'true'], { SVC_TOKEN: key });

    expect(none.stderr).toMatch(/^error: .*\nSet SVC_TOKEN to an API key or a login token\.\n$/);
    expect(wrong.stderr).toMatch(/is invalid, expired or revoked\.\n$/);
    expect([none, wrong, tooMuch].map(({ exitCode }) => exitCode)).toEqual([1, 1, 1]);
    for (const { stdout } of [byEnvironment, byOption]) expect(stdout).toBe('No runs found.\n');
    expect(tooMuch.stderr).toMatch(/Insufficient permissions/);
    for (const { stderr } of [wrong, tooMuch]) expect(stderr).not.toMatch(/stale|dagw_|svc_/);
  });

  it('is not taken for one that is away when its certificate is not trusted', async () => {
    const { config } = await aServer({ tls: aCertificate(), ownerSocket: false });
    const { dataDir, dagsDir } = config.paths;
    const env = { SVC_DATA_DIR: dataDir, SVC_DAGS_DIR: dagsDir };

    const { stderr, exitCode } = await command(['history'], { home, env });

    expect(stderr).toMatch(
      /^error: Cannot connect to an engine at https:.*\nReason: self-signed cert/,
    );
    expect(stderr).toMatch(/\.\nTo trust a certificate, set NODE_EXTRA_CA_CERTS .*\.\n$/);
    expect(exitCode).toBe(1);
  });

  it('says what to do where it has no socket for its owner', async () => {
    const { config } = await aServer({ auth: builtinAuth });
    const { dataDir, dagsDir } = config.paths;
    const env = { SVC_DATA_DIR: dataDir, SVC_DAGS_DIR: dagsDir };

    const { stderr, exitCode } = await command(['history'], { home, env });

    expect(existsSync(join(dataDir, 'engine.sock'))).toBe(false);
    expect(stderr).toMatch(
      /\nThis engine has no owner socket .*`owner_socket`.*\nSet SVC_TOKEN .*\.\n$/,
    );
    expect(exitCode).toBe(1);
  });

  it('knows its owner by the socket of the home', async () => {
    // The path of a socket may not be long.
    const dataDir = temporaryFolder('d');
    const configured = await aServer({
      auth: builtinAuth,
      ownerSocket: true,
      basePath: '/a/flows',
    });
    const { paths } = configured.config;
    const env = { SVC_DATA_DIR: paths.dataDir, SVC_DAGS_DIR: paths.dagsDir };
    await configured.engine.client.call('dags.create', { name: 'own', spec: 'steps: [echo own]' });

    expect(existsSync(join(paths.dataDir, 'engine.sock'))).toBe(true);
    const owner = await command(['start', 'own'], { home: dataDir, env });
    const other = await command(['history'], {
      home: dataDir,
      env: { ...env, SVC_TOKEN: 'stale' },
    });

    expect(owner.stdout).toMatch(/✓ own {2}succeeded/);
    expect(owner.exitCode).toBe(0);
    const { entries } = await configured.engine.client.call('audit.list', {});
    const started = entries.find(({ operation }) => operation === 'dags.start');
    expect(started).toMatchObject({ actor: 'local', actorKind: 'socket', origin: 'socket' });
    expect(other.stderr).toMatch(/is invalid, expired or revoked/);
  });
});
