import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { EngineError } from '../../../engine/contract/errors.ts';
import type { EngineEvent } from '../../../engine/contract/events.ts';
import { createHttpClient, type HttpClientOptions } from '../../../engine/contract/http-client.ts';
import { localOwner } from '../../../engine/contract/operations.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { anApi, type TestApi } from '../api/an-api.ts';
import { manualClock } from '../api/manual-clock.ts';
import { untilForgotten } from '../api/open-stream.ts';

function clientOf({ url }: Pick<TestApi, 'url'>, options: Partial<HttpClientOptions> = {}) {
  return createHttpClient({ baseUrl: url, wait: systemClock.after, ...options });
}

/** A server that is no engine. */
async function otherServer(listener: RequestListener): Promise<{ url: string }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('a call over HTTP', () => {
  it('sends path, query and numbers, and leaves out what is undefined', async () => {
    const api = await anApi();

    await clientOf(api).call('runs.stepLog', {
      name: 'a',
      dagRunId: 'r',
      stepName: 'say "ü/%2F"?',
      tail: 5,
      limit: undefined,
    });

    expect(api.calls).toEqual([
      {
        name: 'runs.stepLog',
        input: { name: 'a', dagRunId: 'r', stepName: 'say "ü/%2F"?', tail: '5' },
      },
    ]);
  });

  it('gets text as it is, and its error as any other', async () => {
    const text = await anApi({ handlers: { 'system.metrics': () => 'up 1\n' } });
    const refuse = (): never => {
      throw new EngineError('unauthorized', 'No.');
    };
    const closed = await anApi({ handlers: { 'system.metrics': refuse } });

    expect(await clientOf(text).call('system.metrics', {})).toBe('up 1\n');
    await expect(clientOf(closed).call('system.metrics', {})).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });

  it('sends a body, with remoteNode in the query', async () => {
    const api = await anApi({ handlers: { 'dags.start': () => ({ dagRunId: 'r1' }) } });

    const answer = await clientOf(api).call('dags.start', {
      fileName: 'a',
      params: '{"A": "ü"}',
      singleton: true,
      remoteNode: 'local',
    });

    expect(answer).toEqual({ dagRunId: 'r1' });
    expect(api.calls[0]?.input).toEqual({
      fileName: 'a',
      params: '{"A": "ü"}',
      singleton: true,
      remoteNode: 'local',
    });
  });

  it('gives undefined for an empty answer', async () => {
    const client = clientOf(await anApi());

    expect(await client.call('dags.delete', { fileName: 'a' })).toBeUndefined();
    expect(await client.call('dags.suspend', { fileName: 'a', suspend: true })).toBeUndefined();
  });

  it('throws the error of the engine, with its code and all it carries', async () => {
    const error = new EngineError('timeout', 'Too long.', { dagRunId: 'r1', details: { a: 1 } });
    const api = await anApi({ handlers: { 'dags.get': () => Promise.reject(error) } });

    const call = clientOf(api).call('dags.get', { fileName: 'a' });

    await expect(call).rejects.toEqual(error);
    await expect(call).rejects.toMatchObject({ code: 'timeout', extras: error.extras });
  });

  it('gives the report of an unhealthy engine as an answer', async () => {
    const report = { status: 'unhealthy', version: '1', uptime: 1, timestamp: '', error: 'full' };
    const api = await anApi({ handlers: { 'system.health': () => report } });

    expect(await clientOf(api).call('system.health', {})).toEqual(report);
  });

  it('gives no file, and says so without asking', async () => {
    const api = await anApi();

    await expect(
      clientOf(api).call('runs.downloadLog', { name: 'a', dagRunId: 'r' }),
    ).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('only REST'),
    });
    expect(api.calls).toEqual([]);
  });

  it('finds nothing where a URL would resolve a name away, and reach another operation', async () => {
    const api = await anApi();
    const { call } = clientOf(api);

    for (const answer of [
      call('runs.get', { name: '..', dagRunId: 'dags' }),
      call('dags.getSpec', { fileName: '.' }),
      call('dags.getSpec', { fileName: '' }),
    ]) {
      await expect(answer).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(api.calls).toEqual([]);
  });

  it.each([
    '',
    '.',
    '..',
    '%2e',
    'a/../b',
    'a\\..\\b',
    'a%2f..%2Fb',
    'a%5c%2E%2e',
    'bell\u0007',
    'two\nlines',
    'half \ud800',
  ])('asks nobody for the name %j', async (fileName) => {
    const asked: unknown[] = [];
    const { call } = createHttpClient({
      baseUrl: 'http://engine.test',
      wait: systemClock.after,
      fetch: async (target) => {
        asked.push(target);
        return new Response('{}');
      },
    });

    await expect(call('dags.get', { fileName })).rejects.toMatchObject({ code: 'not_found' });

    expect(asked).toEqual([]);
  });

  it('sends fields that travel in headers, and a whole body, as the engine reads them', async () => {
    const api = await anApi();
    const body = Buffer.from('{"a": "ü"}').toString('base64');
    const trigger = { fileName: 'hook', authorization: 'Bearer t', body };

    const withToken = clientOf(api, { token: () => 'another' });
    await withToken.call('webhooks.trigger', trigger);
    await withToken.call('webhooks.trigger', { fileName: 'hook', body: '' });
    const form = { ...trigger, contentType: 'application/x-www-form-urlencoded' };
    await clientOf(api).call('webhooks.trigger', form);

    expect(api.calls.map(({ input }) => input)).toEqual([
      { ...trigger, contentType: 'application/json' },
      { fileName: 'hook', body: '' },
      form,
    ]);
  });

  it('shows its token wherever it is asked for, and none where there is none', async () => {
    const shown: (string | undefined)[] = [];
    const api = await anApi({
      authenticate: async ({ authorization, origin }) => {
        shown.push(authorization);
        return { ...localOwner, origin };
      },
    });
    let token: string | null = 'first';
    const client = clientOf(api, { token: () => token });

    await client.call('dags.tags', {});
    token = 'second';
    await client.call('dags.suspend', { fileName: 'a', suspend: true });
    token = 'third';
    const stop = client.subscribe({}, () => undefined);
    await vi.waitUntil(() => api.subscribers.length > 0);
    stop();
    token = null;
    await client.call('dags.tags', {});

    // A stream asks again whether its listener may stay.
    const changes = shown.filter((value, index) => value !== shown[index - 1] || index === 0);
    expect(changes).toEqual(['Bearer first', 'Bearer second', 'Bearer third', undefined]);
  });

  it('says which address does not answer', async () => {
    const api = await anApi();
    await api.close();

    await expect(clientOf(api).call('dags.tags', {})).rejects.toMatchObject({
      code: 'service_unavailable',
      message: `Cannot connect to an engine at ${api.url}.`,
    });
  });

  it.each([
    [502, '<h1>Bad gateway</h1>'],
    [404, '{"error":"not an engine"}'],
    [200, '<h1>Some page</h1>'],
  ])('does not take status %i of another server for an answer', async (status, body) => {
    const server = await otherServer((_, response) => response.writeHead(status).end(body));

    await expect(clientOf(server).call('dags.tags', {})).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining(server.url),
    });
  });
});

describe('a subscription over HTTP', () => {
  const event: EngineEvent = { type: 'dag.changed', fileName: 'ü&b', change: 'created' };

  it('hears the events of its filter until it ends', async () => {
    const clock = manualClock();
    const api = await anApi({ clock });
    const heard: EngineEvent[] = [];

    const stop = clientOf(api).subscribe({ name: 'ü&b' }, (received) => heard.push(received));
    await vi.waitUntil(() => api.subscribers.length > 0);
    api.emit(event);
    api.emit({ ...event, change: 'deleted' });
    await vi.waitUntil(() => heard.length === 2);

    expect(heard).toEqual([event, { ...event, change: 'deleted' }]);
    stop();
    stop();
    await untilForgotten(api, clock);
  });

  it('shares one connection among equal filters, and keeps it for those that stay', async () => {
    const clock = manualClock();
    const api = await anApi({ clock });
    const client = clientOf(api);
    const heard: string[] = [];

    const stops = ['one', 'two'].map((who) => client.subscribe({}, () => heard.push(who)));
    const stopOther = client.subscribe({ name: 'ü&b' }, () => heard.push('other'));
    // Each stream has a heartbeat.
    await vi.waitUntil(() => clock.pending() === 2);
    stops[0]?.();
    api.emit(event);
    await vi.waitUntil(() => heard.length === 2);

    expect(heard.toSorted()).toEqual(['other', 'two']);
    stops[1]?.();
    stopOther();
    await untilForgotten(api, clock);
  });

  it('opens a new connection for whoever comes after the last one has left', async () => {
    const api = await anApi();
    const client = clientOf(api);
    const heard: EngineEvent[] = [];

    client.subscribe({}, () => {})();
    const stop = client.subscribe({}, (received) => heard.push(received));
    await vi.waitUntil(() => api.subscribers.length === 1);
    api.emit(event);

    await vi.waitUntil(() => heard.length === 1);
    stop();
  });

  it('reads events however their bytes are cut', async () => {
    const text = `: ready\n\nevent: dag.changed\nid: 1\ndata: ${JSON.stringify(event)}\n\n`;
    const body = ReadableStream.from([...Buffer.from(text)].map((byte) => Uint8Array.of(byte)));
    const heard: EngineEvent[] = [];

    const client = createHttpClient({
      baseUrl: '',
      fetch: () => Promise.resolve(new Response(body)),
      wait: manualClock().after,
    });
    const stop = client.subscribe({}, (received) => heard.push(received));

    await vi.waitUntil(() => heard.length === 1);
    expect(heard).toEqual([event]);
    stop();
  });

  it('says after a loss which event it heard last, and hears what came meanwhile', async () => {
    const api = await anApi();
    const clock = manualClock();
    const heard: EngineEvent[] = [];
    const lost = new AbortController();
    const cutOnce: typeof fetch = (url, init) =>
      fetch(url, clock.now() > 0 ? init : { ...init, signal: lost.signal });

    const client = clientOf(api, { fetch: cutOnce, wait: clock.after });
    const stop = client.subscribe({}, (received) => heard.push(received));
    await vi.waitUntil(() => api.subscribers.length === 1);
    api.emit(event);
    await vi.waitUntil(() => heard.length === 1);
    lost.abort();
    await vi.waitUntil(() => clock.pending() === 1);
    api.emit({ ...event, change: 'updated' });
    clock.advance(250);
    await vi.waitUntil(() => heard.length === 2);
    api.emit({ ...event, change: 'deleted' });
    await vi.waitUntil(() => heard.length === 3);

    expect(heard).toEqual([
      event,
      { ...event, change: 'updated' },
      { ...event, change: 'deleted' },
    ]);
    stop();
  });

  it('comes back after a loss, with pauses that grow until it hears something, and tells of both', async () => {
    const answers: ((response: ServerResponse) => unknown)[] = [
      (response) => response.destroy(),
      (response) => response.destroy(),
      (response) => response.writeHead(200).end(': ready\n\n'),
      (response) => response.writeHead(200).end(': ready\n\nid: 1-1\n\n'),
      (response) => response.writeHead(200).write(': ready\n\n'),
    ];
    const server = await otherServer((_, response) => void answers.shift()?.(response));
    const clock = manualClock();
    const delays: number[] = [];
    const states: string[] = [];
    const wait: HttpClientOptions['wait'] = (delayMs, callback) => {
      delays.push(delayMs);
      return clock.after(delayMs, callback);
    };

    const client = clientOf(server, { wait, onConnection: (state) => states.push(state) });
    const stop = client.subscribe({}, () => {});
    for (const attempt of [1, 2, 3, 4]) {
      await vi.waitUntil(() => delays.length === attempt);
      clock.advance(delays.at(-1) ?? 0);
    }
    await vi.waitUntil(() => states.length === 7);

    expect(delays).toEqual([250, 500, 1000, 250]);
    expect(states).toEqual(['lost', 'lost', 'open', 'lost', 'open', 'lost', 'open']);
    stop();
  });

  it('does not come back once it has ended', async () => {
    const clock = manualClock();
    const server = await otherServer((_, response) => response.destroy());
    const client = clientOf(server, { wait: clock.after });

    const stop = client.subscribe({}, () => {});
    await vi.waitUntil(() => clock.pending() === 1);
    stop();

    expect(clock.pending()).toBe(0);
  });
});
