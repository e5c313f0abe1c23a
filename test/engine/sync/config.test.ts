import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toWireError } from '../../../engine/contract/errors.ts';
import { loadConfig } from '../../../engine/config/load-config.ts';
import { anEngine, eventually, eventsOf } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { aRemote, configFor, dag, onRemote, Synced } from './sync-world.ts';

const failure = (asked: Promise<unknown>) => asked.catch((error: unknown) => error);

/** An engine whose settings stand in its config.yaml. */
async function fromFile(text: string): Promise<Synced> {
  const remote = await aRemote({ 'a.yaml': dag('a') });
  const home = temporaryFolder('home');
  writeFileSync(`${home}/config.yaml`, text.replace('REPOSITORY', remote.url));
  mkdirSync(`${home}/dags`);
  const loaded = loadConfig({ home, env: { SVC_SKIP_EXAMPLES: 'true', SVC_PORT: '0' } });
  return new Synced(await anEngine({ config: loaded }), remote);
}

const written = `# Ours
git_sync:
  enabled: true # since May
  repository: REPOSITORY
  auth: { token: right-token }
`;

describe('the settings of Git Sync', () => {
  it('change at once and last, with the comments of the file', async () => {
    const world = await fromFile(written);
    const { configFile } = world.engine.config.paths;

    const answer = await world.call('sync.setConfig', {
      branch: 'live',
      pushEnabled: false,
      auto_sync: { interval: 60 },
    });

    expect(answer).toMatchObject({ branch: 'live', push_enabled: false });
    expect(readFileSync(configFile, 'utf8')).toMatch(
      /^# Ours\ngit_sync:\n {2}enabled: true # since/,
    );
    const home = dirname(configFile);
    expect(loadConfig({ home, env: {} }).gitSync).toMatchObject({
      branch: 'live',
      pushEnabled: false,
      autoSync: { intervalMs: 60_000 },
    });
    expect(await world.status()).toMatchObject({ branch: 'live', readOnly: true });
  });

  it('are refused whole where one is wrong, and nothing is changed', async () => {
    const world = await fromFile(written);
    const { configFile } = world.engine.config.paths;
    const before = readFileSync(configFile, 'utf8');

    for (const change of [
      { branch: 'live', commit: { author_email: 'nobody' } },
      { branch: 'live', repository: '' },
      { branch: 'live', colour: 'red' },
      { branch: '' },
    ]) {
      expect(await failure(world.call('sync.setConfig', change))).toMatchObject({
        code: 'bad_request',
      });
    }

    expect(readFileSync(configFile, 'utf8')).toBe(before);
    expect(await world.call('sync.getConfig', {})).toMatchObject({ branch: 'main' });
  });

  it.each([
    ['push_enabled', { push_enabled: 'no' }, 'must be true or false'],
    ['push_enabled', { push_enabled: 'true' }, 'must be true or false'],
    ['push_enabled', { push_enabled: 1 }, 'must be true or false'],
    ['push_enabled', { push_enabled: {} }, 'must be true or false'],
    ['auto_sync.enabled', { autoSync: { enabled: null } }, 'must be true or false'],
    ['auto_sync.interval', { auto_sync: { interval: '600' } }, 'must be a number'],
    ['auto_sync.interval', { auto_sync: { interval: true } }, 'must be a number'],
    ['auto_sync.interval', { auto_sync: { interval: [300] } }, 'must be a number'],
    ['branch', { branch: ['main'] }, 'must be text'],
    ['branch', { branch: 7 }, 'must be text'],
    ['trust', { trust: true }, 'must be text'],
    ['auth.token', { auth: { token: null } }, 'must be text'],
    ['auth.ssh_passphrase', { auth: { ssh_passphrase: 7 } }, 'must be text'],
  ])('are refused where the type of %s is wrong: %j', async (field, change, problem) => {
    const world = await fromFile(written);

    const refused = await failure(world.call('sync.setConfig', change));

    expect(toWireError(refused)).toEqual({
      code: 'bad_request',
      message: `${field}: ${problem}`,
      details: { fields: { [field]: problem } },
    });
  });

  it('are refused with the name of each wrong one once', async () => {
    const world = await fromFile(written);

    const change = { branch: 'no branch', auto_sync: { interval: 0 } };
    const refused = await failure(world.call('sync.setConfig', change));

    expect(toWireError(refused)).toEqual({
      code: 'bad_request',
      message: 'branch: must be the name of a branch, got `no branch`',
      details: {
        fields: {
          branch: 'must be the name of a branch, got `no branch`',
          'auto_sync.interval': 'must be a whole number of at least 1, got 0',
        },
      },
    });
  });

  it('never show a credential, nor write one into a file', async () => {
    const world = await fromFile(written.replace('  auth: { token: right-token }\n', ''));
    const { configFile } = world.engine.config.paths;

    const before = await world.call('sync.getConfig', {});
    const answer = await world.call('sync.setConfig', { auth: { token: world.remote.token } });
    await world.pull();

    expect(before.auth?.token).toBe('');
    expect(answer.auth?.token).toBe('[configured]');
    expect(JSON.stringify(answer)).not.toContain(world.remote.token);
    expect(readFileSync(configFile, 'utf8')).not.toContain(world.remote.token);
    expect(world.read('a.yaml')).toBe(dag('a'));
  });

  it('hold as they are when they come back as they were shown', async () => {
    const world = await fromFile(written);

    const shown = await world.call('sync.getConfig', {});
    await world.call('sync.setConfig', shown);

    expect(await world.call('sync.getConfig', {})).toEqual(shown);
    await world.pull();
  });

  it('tell whoever listens that they have changed', async () => {
    const world = await fromFile(written);
    const events = eventsOf(world.engine);

    await world.call('sync.setConfig', { branch: 'live' });

    expect(events.map(({ type }) => type)).toContain('sync.changed');
  });
});

describe('a connection', () => {
  it('is tried part by part, and says what is wrong', async () => {
    const world = await onRemote({ 'a.yaml': dag('a') });

    const good = await world.call('sync.testConnection', {});
    world.remote.token = 'another';
    const bad = await world.call('sync.testConnection', {});

    expect(good).toMatchObject({ success: true });
    expect(good.checks.map(({ state }) => state)).not.toContain('failed');
    expect(bad.success).toBe(false);
    expect(bad.checks.find(({ state }) => state === 'failed')?.name).toBe('credential');
  });

  it('by SSH needs an address for SSH', async () => {
    const { remote, engine } = await onRemote({ 'a.yaml': dag('a') });
    const { gitSync } = engine.config;
    const config = configFor(remote);
    const auth = { ...gitSync.auth, type: 'ssh' as const };
    const other = await anEngine({ config: { ...config, gitSync: { ...gitSync, auth } } });

    const { success, error } = await other.client.call('sync.testConnection', {});

    expect([success, error]).toEqual([
      false,
      expect.stringContaining('SSH auth requires an SSH-format repository address'),
    ]);
  });
});

it('pulls by itself at the start and by interval, where that is on', async () => {
  const autoSync = { enabled: true, onStartup: true, intervalMs: 50 };
  const world = await onRemote({ 'a.yaml': dag('a') }, { autoSync });

  await eventually(() => world.read('a.yaml') === dag('a'), 'it pulls at the start');
  await world.robin({ 'a.yaml': dag('later') });

  await eventually(() => world.read('a.yaml') === dag('later'), 'it pulls again');
});

it('asks nothing of the remote by itself, where that is off', async () => {
  const autoSync = { enabled: false, onStartup: true, intervalMs: 1 };
  const world = await onRemote({ 'a.yaml': dag('a') }, { autoSync });

  await world.status();
  await world.engine.stop();

  expect(world.remote.seen).toEqual([]);
});
