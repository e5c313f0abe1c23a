import type { RequestListener } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Role } from '../../../engine/contract/auth.ts';
import type { EngineEvent } from '../../../engine/contract/events.ts';
import { localOwner } from '../../../engine/contract/operations.ts';
import { RemoteNodes } from '../../../engine/remotes/remote-nodes.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { silentLogger } from '../../support/engine.ts';
import { eventually } from '../../support/eventually.ts';
import { builtinAuth, freePort } from '../../support/home.ts';
import { aNode, aServer, aServerWith, clientOf, otherServer, startTestServer } from './servers.ts';

const permissions = { writeDags: true, runDags: true, inlineRuns: 'manager' } as const;
const there = { remoteNode: 'far' };
const spec = 'steps:\n  - name: hello\n    command: echo from afar\n';

interface BrokenNode {
  readonly what: string;
  readonly listener: RequestListener;
  readonly timeoutMs?: number;
  readonly says: RegExp;
}

describe('a call for a remote node', () => {
  it('is refused for a node that nobody has configured', async () => {
    const near = await aServer();

    await expect(clientOf(near).call('dags.list', there)).rejects.toMatchObject({
      code: 'bad_request',
      message: 'remote node far not found',
    });
  });

  it('is refused for what no node is asked for, and not done here instead', async () => {
    const { engine, url } = await aServerWith('http://127.0.0.1:9');

    const asked = await fetch(`${url}/api/v1/remote-nodes?remoteNode=far`);
    const called = engine.client.call('audit.list', there as object);

    expect(asked.status).toBe(400);
    expect(await asked.json()).toMatchObject({
      code: 'bad_request',
      message: 'nodes.list does not support remote nodes.',
    });
    await expect(called).rejects.toMatchObject({ code: 'bad_request' });
    expect((await fetch(`${url}/api/v1/remote-nodes?remoteNode=local`)).status).toBe(200);
  });

  it('has there no more rights than here, whatever the node takes the engine for', async () => {
    const far = await aServer();
    const near = await aServer({
      auth: builtinAuth,
      permissions: { ...permissions, inlineRuns: 'operator' },
      remoteNodes: [aNode('far', far.url)],
    });
    const outside = 'env: [{HOME_OF_ENGINE: "${HOME}"}]\nsteps: [echo $HOME_OF_ENGINE]\n';
    await far.engine.client.call('dags.create', { name: 'a', spec: outside });
    const callerOf = (role: Role) => ({ ...localOwner, role });
    const plan = (role: Role) =>
      near.engine.call('dags.dryRun', { fileName: 'a', ...there }, callerOf(role));

    expect((await plan('viewer')).steps[0]?.commands).toEqual(['echo ${HOME}']);
    expect((await plan('admin')).steps[0]?.commands).toEqual([`echo ${process.env['HOME']}`]);
    await expect(
      near.engine.call('runs.start', { spec, name: 'b', ...there }, callerOf('operator')),
    ).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining(
        'this requires the role manager, and you have the role operator',
      ),
    });
  });

  it('is refused here when the caller lacks the role, and never sent', async () => {
    const asked: (string | undefined)[] = [];
    const url = await otherServer(({ url: target }, response) => {
      asked.push(target);
      response.end();
    });
    const { engine } = await aServerWith(url);
    const viewer = { ...localOwner, role: 'viewer', kind: 'user' } as const;

    const call = engine.call('dags.create', { name: 'a', ...there }, viewer);

    await expect(call).rejects.toMatchObject({ code: 'forbidden' });
    expect(asked).toEqual([]);
  });

  it.each(['../../admin', 'a/..\\b', '..%2f..%2fadmin', '%2E%2e', 'a\r\nHost: x', '', '\ud800'])(
    'is not sent with %j for a name, of which somebody before the node could make an address',
    async (name) => {
      const asked: (string | undefined)[] = [];
      const url = await otherServer(({ url: target }, response) => {
        asked.push(target);
        response.end();
      });
      const { engine } = await aServerWith(url);

      const calls = [
        engine.client.call('dags.get', { fileName: name, ...there }),
        engine.client.call('runs.get', { name: 'a', dagRunId: name, ...there }),
      ];

      for (const { reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[])
        expect(reason).toMatchObject({ code: 'not_found' });
      expect(asked).toEqual([]);
    },
  );

  it('gets the error of the node as it is', async () => {
    const far = await aServer();
    const { call } = clientOf(await aServerWith(far.url));

    await expect(call('dags.get', { fileName: 'none', ...there })).rejects.toMatchObject({
      code: 'not_found',
      message: 'DAG none not found',
    });
  });

  it('takes a time as it was given, and not as it was read', async () => {
    const far = await aServer();
    const { call } = clientOf(await aServerWith(far.url));
    await far.engine.client.call('dags.create', {
      name: 'a',
      spec: `schedule: 0 3 * * *\n${spec}`,
    });

    const window = { fileName: 'a', from: '2026-03-28T00:00:00Z', to: '2026-03-29T00:00:00Z' };
    const here = await far.engine.client.call('dags.schedulePreview', window);

    expect(await call('dags.schedulePreview', { ...window, ...there })).toEqual(here);
  });

  it('may wait for a run for longer than the node is given to answer', async () => {
    const far = await aServer();
    const { call } = clientOf(await aServerWith(far.url, { timeoutMs: 400 }));
    await far.engine.client.call('dags.create', { name: 'a', spec: 'steps: [sleep 1]' });

    const { dagRun } = await call('dags.startSync', { fileName: 'a', timeout: 20, ...there });

    expect(dagRun.statusLabel).toBe('succeeded');
  });

  it.each([
    {
      what: 'never answers',
      listener: () => undefined,
      timeoutMs: 200,
      says: /did not answer within 0\.2 seconds/,
    },
    {
      what: 'stops in the middle of its answer',
      listener: (_, response) => void response.writeHead(200).write('{"dags":'),
      timeoutMs: 200,
      says: /did not answer within 0\.2 seconds/,
    },
    {
      what: 'answers with a page',
      listener: (_, response) => void response.writeHead(502).end('<h1>Bad gateway</h1>'),
      says: /answered 502, but is not a Dagwright engine/,
    },
    {
      what: 'answers in another shape',
      listener: (_, response) => void response.end('{"dags":[{"fileName":7}]}'),
      says: /this version does not understand its response \(dags\.0\./,
    },
    {
      what: 'sends it elsewhere',
      listener: (_, response) => void response.writeHead(307, { Location: 'http://x.test/' }).end(),
      says: /is not available: .*redirect/,
    },
  ] satisfies BrokenNode[])(
    'is 503 with the name of a node that $what',
    async ({ listener, says, ...node }) => {
      const url = await otherServer(listener);
      const { call } = clientOf(await aServerWith(url, node));

      const answer = call('dags.list', there);

      await expect(answer).rejects.toMatchObject({ code: 'service_unavailable' });
      await expect(answer).rejects.toThrow(/^The remote node far is not available: /);
      await expect(answer).rejects.toThrow(says);
    },
  );
});

describe('the credentials for a node', () => {
  it('are those of the settings, and what they may not do is told by name', async () => {
    const far = await aServer({ auth: builtinAuth });
    const { key } = await far.engine.client.call('apiKeys.create', {
      name: 'near',
      role: 'viewer',
    });
    const { call } = clientOf(await aServerWith(far.url, { auth: { type: 'token', token: key } }));

    expect((await call('dags.list', there)).dags).toEqual([]);
    await expect(call('dags.create', { name: 'a', ...there })).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/^The remote node far: Insufficient permissions/),
    });
  });

  it('may be a name and a password', async () => {
    const basic = { username: 'near', password: 'correct horse' };
    const far = await aServer({ auth: { ...builtinAuth, basic } });
    const auth = { type: 'basic', ...basic } as const;
    const { call } = clientOf(await aServerWith(far.url, { auth }));

    expect((await call('dags.list', there)).dags).toEqual([]);
  });

  it('are no matter of the caller when the node refuses them', async () => {
    const far = await aServer({ auth: builtinAuth });
    const auth = { type: 'token', token: 'a-stale-token' } as const;
    const { call } = clientOf(await aServerWith(far.url, { auth }));

    const answer = call('dags.list', there);

    await expect(answer).rejects.toMatchObject({
      code: 'service_unavailable',
      message: 'The remote node far is not available: it rejects the configured credentials.',
    });
    await expect(call('nodes.test', { name: 'far' })).resolves.toMatchObject({
      reachable: true,
      error: expect.stringContaining('rejects the configured credentials'),
    });
  });
});

describe('a node that goes and comes back', () => {
  it('is 503 meanwhile, and its events go on by themselves', async () => {
    const port = await freePort();
    const first = await startTestServer({ port });
    const near = await aServerWith(first.url);
    const { call, subscribe } = clientOf(near);
    const events: EngineEvent[] = [];
    onTestFinished(subscribe(there, (event) => events.push(event)));
    const heard = (type: EngineEvent['type']) =>
      eventually(() => events.some((event) => event.type === type), `${type} is heard`);

    await heard('events.missed');
    await call('dags.create', { name: 'one', spec, ...there });
    await heard('dag.changed');
    await first.stop();
    await expect(call('dags.list', there)).rejects.toMatchObject({ code: 'service_unavailable' });
    events.length = 0;
    await aServer({ port, paths: first.config.paths });
    await heard('events.missed');
    await call('dags.start', { fileName: 'one', dagRunId: 'r1', ...there });
    await heard('run.changed');

    expect((await call('dags.list', there)).dags).toHaveLength(1);
    expect((await near.engine.client.call('dags.list', {})).dags).toEqual([]);
  });

  it('is followed to where other settings say that it is', async () => {
    const [one, other] = [await aServer(), await aServer()];
    const nodes = new RemoteNodes({
      nodes: [aNode('far', one.url)],
      token: async () => null,
      clock: systemClock,
      log: silentLogger(),
    });
    onTestFinished(() => nodes.close());
    const heard: string[] = [];
    nodes.subscribe('far', {}, (event) => {
      heard.push(event.type === 'dag.changed' ? event.fileName : event.type);
    });
    await eventually(() => heard.length === 1, 'the first node is followed');

    nodes.change([aNode('far', other.url)]);
    await eventually(() => heard.length === 2, 'the other node is followed');
    await one.engine.client.call('dags.create', { name: 'of-one', spec });
    await other.engine.client.call('dags.create', { name: 'of-other', spec });
    await eventually(() => heard.length === 3, 'a change there is heard');

    expect(heard).toEqual(['events.missed', 'events.missed', 'of-other']);
    expect(nodes.list).toMatchObject([{ name: 'far', baseUrl: other.url }]);
  });

  it.each([
    ['an unknown node', '/api/v1/events?remoteNode=nobody', 400],
    ['a node that is away', '/api/v1/events?remoteNode=far', 503],
  ])('has no events to follow: %s', async (_what, path, status) => {
    const near = await aServerWith(`http://127.0.0.1:${await freePort()}`);

    const answer = await fetch(`${near.url}${path}`);

    expect(answer.status).toBe(status);
  });
});

describe('a node that is broken', () => {
  it('is left and asked again when an event has no end or is none', async () => {
    const endings: string[] = [];
    const url = await otherServer((_, response) => {
      response.on('close', () => endings.push('left'));
      response.write(': ready\n\n');
      if (endings.length === 0) response.write('data: {"type":\n\n');
      else response.write(`data: ${'x'.repeat(9 * 1024 * 1024)}`);
    });
    const nodes = new RemoteNodes({
      nodes: [aNode('far', url)],
      token: async () => null,
      clock: systemClock,
      log: silentLogger(),
    });
    onTestFinished(() => nodes.close());

    onTestFinished(nodes.subscribe('far', {}, () => undefined));

    await eventually(() => endings.length > 2, 'three streams were left');
  });
});

describe('the nodes', () => {
  it('are listed without their credentials', async () => {
    const near = await aServerWith('http://127.0.0.1:9', {
      auth: { type: 'token', token: 'not-to-be-seen' },
    });

    const answer = await clientOf(near).call('nodes.list', {});

    expect(answer).toEqual({
      remoteNodes: [
        { name: 'far', baseUrl: 'http://127.0.0.1:9', authType: 'token', credential: 'config' },
      ],
    });
  });

  it('says that its address lacks the base path, and not that something is missing', async () => {
    const far = await aServer({ basePath: '/far' });
    const near = await aServerWith(new URL(far.url).origin);
    const words = /^The remote node far is not available: .*`base_path`/;

    const answer = clientOf(near).call('dags.get', { fileName: 'a', ...there });

    await expect(answer).rejects.toMatchObject({ code: 'service_unavailable' });
    await expect(answer).rejects.toThrow(words);
    expect(await clientOf(near).call('nodes.test', { name: 'far' })).toMatchObject({
      reachable: false,
      error: expect.stringMatching(words),
    });
  });

  it('can be tried', async () => {
    const far = await aServer();
    const near = await aServerWith(far.url);
    const away = await aServerWith(`http://127.0.0.1:${await freePort()}`);

    expect(await clientOf(near).call('nodes.test', { name: 'far' })).toEqual({
      reachable: true,
      version: expect.stringMatching(/^\d/),
      latencyMs: expect.any(Number),
      error: '',
    });
    expect(await clientOf(away).call('nodes.test', { name: 'far' })).toMatchObject({
      reachable: false,
      version: '',
      error: expect.stringMatching(/ECONNREFUSED/),
    });
    await expect(clientOf(away).call('nodes.test', { name: 'none' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
