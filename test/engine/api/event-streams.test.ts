import { connect } from 'node:net';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { EngineEvent } from '../../../engine/contract/events.ts';
import { anApi, ask, type TestApi } from './an-api.ts';
import { manualClock } from './manual-clock.ts';

const event: EngineEvent = { type: 'dag.changed', fileName: 'a', change: 'created' };
const READY = ': ready\n\n';

/** Opens the stream; `next(n)` waits for as many further characters. */
async function openStream(api: TestApi, query = '') {
  const request = get({ port: api.port, path: `/api/v1/events${query}`, agent: false });
  onTestFinished(() => void request.destroy());
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.setEncoding('utf8');
  let text = '';
  response.on('data', (chunk: string) => (text += chunk));
  const next = async (expected: string): Promise<void> => {
    while (text.length < expected.length) await once(response, 'data');
    expect(text.slice(0, expected.length)).toBe(expected);
    text = text.slice(expected.length);
  };
  return { request, response, next };
}

describe('the event stream', () => {
  it('says that it is ready, then sends each event with its type, number and data', async () => {
    const api = await anApi();
    const { response, next } = await openStream(api);

    await next(READY);
    api.emit(event);
    api.emit({ ...event, change: 'deleted' });

    expect(response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    await next(`event: dag.changed\nid: 1\ndata: ${JSON.stringify(event)}\n\n`);
    await next('event: dag.changed\nid: 2\ndata: {"type":"dag.changed","fileName":"a"');
  });

  it('passes its filter on', async () => {
    const api = await anApi();

    await openStream(api, '?name=a&dagRunId=r%2F1');

    expect(api.subscribers).toEqual([{ name: 'a', dagRunId: 'r/1' }]);
  });

  it.each([
    ['?type=run.changed', 'type'],
    ['?name=a&name=b', 'name'],
    ['?Name=a', 'Name'],
  ])('refuses the filter %s and names it', async (query, field) => {
    const api = await anApi();

    expect(await ask(api, `/api/v1/events${query}`)).toMatchObject({
      status: 400,
      json: { code: 'bad_request', details: { fields: { [field]: expect.any(String) } } },
    });
    expect(api.subscribers).toEqual([]);
  });

  it('shows that it lives while nothing happens', async () => {
    const clock = manualClock();
    const api = await anApi({ clock });
    const { next } = await openStream(api);
    await next(READY);

    clock.advance(45_000);

    await next(': still here\n\n'.repeat(3));
  });

  it('leaves no subscription and no timer behind when the client goes', async () => {
    const clock = manualClock();
    const api = await anApi({ clock });
    const { request, next } = await openStream(api);
    await next(READY);

    request.destroy();

    await vi.waitUntil(() => api.subscribers.length === 0);
    expect(clock.pending()).toBe(0);
  });

  it('drops a client that does not read', async () => {
    const api = await anApi();
    const socket = connect(api.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(`GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:${api.port}\r\n\r\n`);
    await once(socket, 'readable');
    socket.pause();

    const large = { ...event, fileName: 'x'.repeat(500_000) };
    // The system takes some megabytes for the client; what comes after that waits in memory.
    for (let count = 0; count < 100 && api.subscribers.length > 0; count += 1) {
      api.emit(large);
      await new Promise(setImmediate);
    }

    expect(api.subscribers).toEqual([]);
  });

  it('answers HEAD without staying open', async () => {
    const api = await anApi();

    const { status, text, headers } = await ask(api, '/api/v1/events', { method: 'HEAD' });

    expect({ status, text }).toEqual({ status: 200, text: '' });
    expect(headers['content-type']).toContain('text/event-stream');
    expect(api.subscribers).toEqual([]);
  });
});
