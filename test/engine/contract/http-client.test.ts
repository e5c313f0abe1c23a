import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { EngineError } from '../../../engine/contract/errors.ts';
import type { EngineEvent } from '../../../engine/contract/events.ts';
import { createHttpClient, type HttpClientOptions } from '../../../engine/contract/http-client.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { anApi, type TestApi } from '../api/an-api.ts';
import { manualClock } from '../api/manual-clock.ts';

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

  it('says which address does not answer', async () => {
    const api = await anApi();
    await api.close();

    await expect(clientOf(api).call('dags.tags', {})).rejects.toMatchObject({
      code: 'service_unavailable',
      message: `No engine answers at ${api.url}.`,
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
  const event: EngineEvent = { type: 'dag.changed', fileName: 'ü', change: 'created' };

  it('hears the events of its filter until it ends', async () => {
    const api = await anApi();
    const heard: EngineEvent[] = [];

    const stop = clientOf(api).subscribe({ name: 'a&b' }, (received) => heard.push(received));
    await vi.waitUntil(() => api.subscribers.length > 0);
    api.emit(event);
    api.emit({ ...event, change: 'deleted' });
    await vi.waitUntil(() => heard.length === 2);

    expect(heard).toEqual([event, { ...event, change: 'deleted' }]);
    expect(api.subscribers).toEqual([{ name: 'a&b' }]);
    stop();
    stop();
    await vi.waitUntil(() => api.subscribers.length === 0);
  });

  it('shares one connection among equal filters, and keeps it for those that stay', async () => {
    const api = await anApi();
    const client = clientOf(api);
    const heard: string[] = [];

    const stops = ['one', 'two'].map((who) => client.subscribe({}, () => heard.push(who)));
    const stopOther = client.subscribe({ name: 'a' }, () => heard.push('other'));
    await vi.waitUntil(() => api.subscribers.length === 2);
    stops[0]?.();
    api.emit(event);
    await vi.waitUntil(() => heard.length === 2);

    expect(heard.toSorted()).toEqual(['other', 'two']);
    stops[1]?.();
    stopOther();
    await vi.waitUntil(() => api.subscribers.length === 0);
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

  it('comes back after a loss, with growing pauses, and tells of both', async () => {
    let attempts = 0;
    const server = await otherServer((_, response) => {
      attempts += 1;
      if (attempts < 4) response.destroy();
      else response.writeHead(200).write(': ready\n\n');
    });
    const clock = manualClock();
    const delays: number[] = [];
    const states: string[] = [];
    const wait: HttpClientOptions['wait'] = (delayMs, callback) => {
      delays.push(delayMs);
      return clock.after(delayMs, callback);
    };

    const client = clientOf(server, { wait, onConnection: (state) => states.push(state) });
    const stop = client.subscribe({}, () => {});
    for (const attempt of [1, 2, 3]) {
      await vi.waitUntil(() => delays.length === attempt);
      clock.advance(delays.at(-1) ?? 0);
    }
    await vi.waitUntil(() => states.includes('open'));

    expect(delays).toEqual([250, 500, 1000]);
    expect(states).toEqual(['lost', 'lost', 'lost', 'open']);
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
