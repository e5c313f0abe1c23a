import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startServer } from '../../../engine/server/start-server.ts';
import type { RemoteNode } from '../../../engine/config/config.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { nodeCredential } from '../../../engine/remotes/node-credential.ts';
import { filesWith, keepingLogger } from '../canary/look-for.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryConfig } from '../../support/home.ts';
import { keychain } from '../../support/keychain.ts';
import { describeWithReal } from '../../support/real.ts';
import { startKeyring, type Keyring } from '../../support/session-bus.ts';
import { aNode, clientOf } from './servers.ts';

const CANARY = 'svc_canary-of-a-node-7d2e';
const byToken: Partial<RemoteNode> = { auth: { type: 'token', token: null } };
const byPassword: Partial<RemoteNode> = {
  auth: { type: 'basic', username: 'ann', password: null },
};

/** A node that notes how it is asked, and knows one answer. */
async function aFarEngine() {
  const credentials: (string | undefined)[] = [];
  const server = createServer(({ headers }, response) => {
    credentials.push(headers.authorization);
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ coordinators: [] }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server, 'listening');
  return { credentials, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A served engine whose every word is kept. */
async function aWatchedServer(remoteNodes: readonly RemoteNode[]) {
  const said: string[] = [];
  const config = temporaryConfig({ remoteNodes, accessLog: 'all', debug: true });
  const server = await startServer({ config, log: keepingLogger(said) });
  onTestFinished(async () => void (await server.stop()));
  server.engine.subscribe({}, (event) => said.push(JSON.stringify(event)));
  return { ...server, config, said, call: clientOf(server).call };
}

const askFar = { remoteNode: 'far' };

describeWithReal('keyring', 'the token of a remote node', (program) => {
  let keyring: Keyring;
  beforeAll(async () => {
    keyring = await startKeyring(program);
    process.env['DBUS_SESSION_BUS_ADDRESS'] = keyring.address;
  });
  afterAll(() => keyring.end());

  it.each([
    { node: byToken, sent: `Bearer ${CANARY}` },
    { node: byPassword, sent: `Basic ${Buffer.from(`ann:${CANARY}`).toString('base64')}` },
  ])(
    'is sent from the keychain once it is set, and stands nowhere else: $node.auth.type',
    async ({ node, sent }) => {
      const far = await aFarEngine();
      const { call, said, config, stop } = await aWatchedServer([aNode('far', far.url, node)]);

      const list = async () => {
        const answers = await Promise.all([
          call('nodes.list', {}),
          call('keychain.list', {}),
          call('audit.list', {}),
        ]);
        said.push(JSON.stringify(answers));
        return answers;
      };
      const [before] = await list();
      const resume = keyring.pause();
      const setting = call('nodes.setToken', { name: 'far', token: CANARY });
      await eventually(
        () => processTexts().some((text) => text.includes('keychain-program')),
        'it is asked',
      );
      const processes = processTexts();
      resume();
      await setting;
      await call('system.coordinator', askFar);
      const [after, stored, audit] = await list();
      await stop();

      expect(before.remoteNodes).toMatchObject([{ name: 'far', credential: 'missing' }]);
      expect(after.remoteNodes).toMatchObject([{ name: 'far', credential: 'keychain' }]);
      expect(far.credentials).toEqual([sent]);
      expect(stored.entries).toMatchObject([{ kind: 'node-token', name: 'far', isReadable: true }]);
      expect(audit.entries).toMatchObject([{ operation: 'nodes.setToken', target: 'far' }]);
      expect(await keychain.read(`token of node far of ${config.paths.dataDir}`)).toBe(CANARY);
      expect([...said, ...processes].filter((text) => text.includes(CANARY))).toEqual([]);
      expect(said.filter((text) => text.includes(sent))).toEqual([]);
      expect(filesWith(dirname(config.paths.dataDir), CANARY)).toEqual([]);
    },
  );

  it('is replaced and forgotten at once', async () => {
    const far = await aFarEngine();
    const { call } = await aWatchedServer([aNode('far', far.url, byToken)]);
    await call('nodes.setToken', { name: 'far', token: ' first\n' });
    await call('system.coordinator', askFar);

    await call('nodes.setToken', { name: 'far', token: 'second' });
    await call('system.coordinator', askFar);
    await call('keychain.forget', { kind: 'node-token', name: 'far' });
    const asked = call('system.coordinator', askFar);

    await expect(asked).rejects.toMatchObject({
      code: 'service_unavailable',
      message:
        'The remote node far is not available: its credentials are neither in config.yaml nor in the keychain. ' +
        'Set them with `dagwright nodes set-token far`, or in the settings.',
    });
    expect(far.credentials).toEqual(['Bearer first', 'Bearer second']);
    await expect(
      call('keychain.forget', { kind: 'node-token', name: 'far' }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is that of the node for an engine that starts, and is asked for at its first call', async () => {
    const far = await aFarEngine();
    const first = await aWatchedServer([aNode('far', far.url, byToken)]);
    await first.call('nodes.setToken', { name: 'far', token: 'lasting' });
    await first.stop();

    const config = { ...first.config };
    const second = await startServer({ config, log: keepingLogger([]) });
    onTestFinished(async () => void (await second.stop()));
    await clientOf(second).call('system.coordinator', askFar);

    expect(far.credentials).toEqual(['Bearer lasting']);
  });

  it('keeps nothing from starting while it is out of reach, and the node says why', async () => {
    const far = await aFarEngine();
    const { call, config, stop } = await aWatchedServer([aNode('far', far.url, byToken)]);
    await call('nodes.setToken', { name: 'far', token: 'behind a lock'.replaceAll(' ', '-') });
    await stop();
    await keyring.lock();
    onTestFinished(() => keyring.unlock());

    const next = await startServer({ config, log: keepingLogger([]) });
    onTestFinished(async () => void (await next.stop()));
    const client = clientOf(next);

    expect(await client.call('dags.list', {})).toMatchObject({ dags: [] });
    expect(await client.call('nodes.test', { name: 'far' })).toMatchObject({
      reachable: false,
      error: expect.stringMatching(/far is not available: .+it is locked.+Unlock it/),
    });
    expect(await client.call('keychain.list', {})).toMatchObject({
      entries: [{ kind: 'node-token', name: 'far', isReadable: false }],
    });
    expect(far.credentials).toEqual([]);
    await keyring.unlock();
    await client.call('system.coordinator', askFar);
    expect(far.credentials).toEqual(['Bearer behind-a-lock']);
  });
});

describe('a token that is set', () => {
  const other = { url: 'http://127.0.0.1:9' };

  it.each([
    { what: 'no node has', input: { name: 'near', token: 't' }, says: /near not found/ },
    { what: 'is empty', input: { name: 'open', token: '' }, says: /^token: / },
    {
      what: 'cannot be sent',
      input: { name: 'far', token: 'two words' },
      says: /^token: must not/,
    },
    { what: 'is not used', input: { name: 'open', token: 't' }, says: /Set its `auth_type`/ },
    {
      what: 'the settings have',
      input: { name: 'given', token: 't' },
      says: /Remove its `auth_token`/,
    },
  ])('is refused when it is one that $what', async ({ input, says }) => {
    const { call } = await aWatchedServer([
      aNode('open', other.url),
      aNode('far', other.url, byToken),
      aNode('given', other.url, { auth: { type: 'token', token: 'x' } }),
    ]);

    await expect(call('nodes.setToken', input)).rejects.toThrow(says);
  });

  it.runIf(process.platform === 'linux')(
    'is refused without a keychain, with what to do',
    async () => {
      const { DBUS_SESSION_BUS_ADDRESS: address } = process.env;
      process.env['DBUS_SESSION_BUS_ADDRESS'] = 'unix:path=/nowhere/bus';
      onTestFinished(() => void (process.env['DBUS_SESSION_BUS_ADDRESS'] = address));
      const { call } = await aWatchedServer([aNode('far', other.url, byToken)]);

      await expect(call('nodes.setToken', { name: 'far', token: 't' })).rejects.toMatchObject({
        code: 'service_unavailable',
        message: expect.stringMatching(/Cannot use the keychain for .+set `SVC_REMOTE_NODES`/),
      });
      expect(await call('keychain.list', {})).toMatchObject({
        entries: [],
        problem: expect.stringMatching(/session bus/),
        fix: expect.stringMatching(/keyring/),
      });
    },
  );
});

describe('the credentials of a node', () => {
  it('are asked for once, and by a stream only a while after that failed', async () => {
    let elapsedMs = 0;
    let asked = 0;
    let stored: string | null = null;
    const credential = nodeCredential({
      node: { name: 'far', auth: { type: 'token', token: null } },
      token: async () => ((asked += 1), stored),
      clock: { ...systemClock, elapsed: () => elapsedMs },
    });

    await expect(credential.ofStream()).rejects.toThrow(/neither in config.yaml nor/);
    await expect(credential.ofStream()).rejects.toThrow(/neither in config.yaml nor/);
    expect(asked).toBe(1);
    elapsedMs = 300_000;
    await expect(credential.ofStream()).rejects.toThrow(/neither in config.yaml nor/);
    expect(asked).toBe(2);
    await expect(credential.ofCall()).rejects.toThrow(/neither in config.yaml nor/);
    expect(asked).toBe(3);
    stored = 'there';
    expect(await credential.ofCall()).toEqual({ Authorization: 'Bearer there' });
    expect(await credential.ofStream()).toEqual({ Authorization: 'Bearer there' });
    expect(await credential.ofCall()).toEqual({ Authorization: 'Bearer there' });
    expect(asked).toBe(4);
  });
});

/** Command lines and environments of all processes that we may look at. */
function processTexts(): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .flatMap((pid) => [`/proc/${pid}/cmdline`, `/proc/${pid}/environ`])
    .map((file) => {
      try {
        return readFileSync(file, 'latin1');
      } catch {
        // It has ended, or is somebody else's.
        return '';
      }
    });
}
