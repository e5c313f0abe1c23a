import { connect } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Authenticate } from '../../../engine/contract/authenticate.ts';
import { EngineError } from '../../../engine/contract/errors.ts';
import type { EngineEvent } from '../../../engine/contract/events.ts';
import { localOwner } from '../../../engine/contract/operations.ts';
import { anApi, ask } from './an-api.ts';
import { manualClock } from './manual-clock.ts';
import { openStream, READY, untilForgotten } from './open-stream.ts';

const event: EngineEvent = { type: 'dag.changed', fileName: 'a', change: 'created' };

/** Whoever the header says: a kind and a name. */
const byHeader: Authenticate = async ({ authorization = '', origin }) => {
  const [kind, name = ''] = authorization.split(' ');
  return { name, userId: name, role: 'viewer', kind: kind === 'user' ? 'user' : 'api_key', origin };
};

describe('the event stream', () => {
  it('says that it is ready, then sends each event with its type, number and data', async () => {
    const api = await anApi({ clock: manualClock() });
    const { response, next } = await openStream(api);

    await next(`${READY}id: 0-0\n\n`);
    api.emit(event);
    api.emit({ ...event, change: 'deleted' });

    expect(response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    await next(`event: dag.changed\nid: 0-1\ndata: ${JSON.stringify(event)}\n\n`);
    await next('event: dag.changed\nid: 0-2\ndata: {"type":"dag.changed","fileName":"a"');
  });

  it('sends what its filter asks for, with the logs of one run alone', async () => {
    const api = await anApi({ clock: manualClock() });
    const all = await openStream(api);
    const one = await openStream(api, '?name=a&dagRunId=r%2F1');
    const removed = { type: 'run.removed', name: 'a' } as const;
    const log = { type: 'log.appended', name: 'a', stepName: '', stream: 'stdout' } as const;

    await all.next(`${READY}id: 0-0\n\n`);
    await one.next(`${READY}id: 0-0\n\n`);
    api.emit({ ...log, dagRunId: 'r/1' });
    api.emit({ ...removed, dagRunId: 'other' });
    api.emit({ ...removed, dagRunId: 'r/1' });

    expect(api.subscribers).toEqual([{}, { name: 'a', dagRunId: 'r/1' }]);
    await all.next('event: run.removed\nid: 0-1\n');
    await one.next('event: log.appended\ndata: {"type":"log.appended","name":"a",');
    await one.until('event: run.removed\nid: 0-2\n');
  });

  it('answers at the address of a run as well, which may be the latest', async () => {
    const dagRun = { name: 'a', dagRunId: 'r1' };
    const api = await anApi({ handlers: { 'runs.get': () => ({ dagRun }) } });

    const { next } = await openStream(api, '', '/dag-runs/a/latest/events');

    await next(READY);
    expect(api.calls).toEqual([{ name: 'runs.get', input: { name: 'a', dagRunId: 'latest' } }]);
    expect(api.subscribers).toEqual([{}, { name: 'a', dagRunId: 'r1' }]);
  });

  it('of the latest run of a filter is that of its id', async () => {
    const dagRun = { name: 'a', dagRunId: 'r1' };
    const api = await anApi({ handlers: { 'runs.get': () => ({ dagRun }) } });

    const { next } = await openStream(api, '?name=a&dagRunId=latest');

    await next(READY);
    expect(api.calls).toEqual([{ name: 'runs.get', input: { name: 'a', dagRunId: 'latest' } }]);
    expect(api.subscribers).toEqual([{}, { name: 'a', dagRunId: 'r1' }]);
  });

  it('waits for a run that is still to come', async () => {
    const api = await anApi();

    const { next } = await openStream(api, '?name=a&dagRunId=r1');

    await next(READY);
    expect(api.calls).toEqual([]);
  });

  it.each(['/dag-runs/a/r9/events', '/events?name=a&dagRunId=latest'])(
    'is refused for a run that there is not: %s',
    async (path) => {
      const missing = (): never => {
        throw new EngineError('not_found', 'DAG a has no such run');
      };
      const api = await anApi({ handlers: { 'runs.get': missing } });

      expect(await ask(api, `/api/v1${path}`)).toMatchObject({
        status: 404,
        json: { code: 'not_found' },
      });
      expect(api.subscribers).toEqual([]);
    },
  );

  it('passes on those of this engine where the node has an empty name', async () => {
    const api = await anApi({ clock: manualClock() });
    const { next } = await openStream(api, '?remoteNode=');
    await next(`${READY}id: 0-0\n\n`);

    expect(api.calls).toEqual([]);
    expect(api.subscribers).toEqual([{}]);
  });

  it('passes on the events of another engine, which is asked first', async () => {
    const api = await anApi({ clock: manualClock(), handlers: { 'runs.list': () => ({}) } });
    const { next } = await openStream(api, '?remoteNode=far');
    await next(`${READY}id: 0-0\n\n`);

    api.emit(event);

    expect(api.calls).toEqual([{ name: 'runs.list', input: { limit: 1, remoteNode: 'far' } }]);
    expect(api.subscribers).toEqual([{ remoteNode: 'far' }]);
    await next(`event: dag.changed\ndata: ${JSON.stringify(event)}\n\n`);
  });

  it('ends for a caller who may not listen any more', async () => {
    const clock = manualClock();
    let isWelcome = true;
    const api = await anApi({
      clock,
      authenticate: async () => ({ ...localOwner, role: isWelcome ? 'viewer' : null }),
    });
    const { response, next } = await openStream(api);
    await next(READY);

    clock.advance(15_000);
    await next('id: 0-0\n\n: still here\n\n');
    isWelcome = false;
    clock.advance(15_000);

    await once(response, 'end');
  });

  it('ends at once when rights are taken away, and when the credentials of its caller end', async () => {
    const clock = manualClock();
    const gone = new Set<string>();
    const api = await anApi({
      clock,
      authenticate: async ({ authorization = '' }) => {
        const isOver = authorization === 'short' && clock.now() >= 9000;
        const role = gone.has(authorization) || isOver ? null : 'viewer';
        return { ...localOwner, role, ...(authorization === 'short' && { expiresAt: 9000 }) };
      },
    });
    const streamOf = (who: string) => openStream(api, '', '/events', { Authorization: who });
    const [ann, short] = await Promise.all([streamOf('ann'), streamOf('short')]);
    await Promise.all([ann.next(READY), short.next(READY)]);

    gone.add('ann');
    api.takeRights();
    await once(ann.response, 'end');

    clock.advance(9000);
    await once(short.response, 'end');
  });

  it('is refused to those who may read nothing, whatever else is wrong', async () => {
    const api = await anApi({ authenticate: async () => ({ ...localOwner, role: null }) });

    for (const path of ['/api/v1/events', '/api/v1/dag-runs/a/r/events']) {
      for (const query of ['', '?foo=1', '?dagRunId=r', '?name=a&dagRunId=latest']) {
        expect(await ask(api, path + query), path + query).toMatchObject({ status: 401 });
      }
    }
    expect(api.calls).toEqual([]);
    expect(api.subscribers).toEqual([]);
  });

  it('is refused to a caller who has enough of them, and to nobody else', async () => {
    const clock = manualClock();
    const api = await anApi({ clock, authenticate: byHeader });
    const streamOf = (who: string) => openStream(api, '', '/events', { Authorization: who });
    const asked = (who: string) =>
      ask(api, '/api/v1/events', { headers: { Authorization: who }, method: 'HEAD' });
    const streams = await Promise.all(Array.from({ length: 100 }, () => streamOf('user ann')));

    expect(
      await ask(api, '/api/v1/events', { headers: { Authorization: 'user ann' } }),
    ).toMatchObject({
      status: 429,
      json: { code: 'rate_limited', message: expect.stringContaining('100 open event streams') },
    });
    for (const other of ['user bob', 'api_key ann']) {
      expect((await asked(other)).status).toBe(200);
    }
    streams[0]?.request.destroy();
    await vi.waitUntil(() => clock.pending() === 99);

    await (await streamOf('user ann')).next(READY);
  });

  it('is refused when too many are open, and open to the next when one has ended', async () => {
    const clock = manualClock();
    const node = Promise.withResolvers<object>();
    const api = await anApi({ clock, handlers: { 'runs.list': () => node.promise } });
    const elsewhere = ask(api, '/api/v1/events?remoteNode=far');
    await vi.waitUntil(() => api.calls.length === 1);
    const streams = await Promise.all(Array.from({ length: 800 }, () => openStream(api)));
    node.resolve({ dagRuns: [] });

    for (const answer of [await ask(api, '/api/v1/events'), await elsewhere]) {
      expect(answer).toMatchObject({ status: 503, json: { code: 'service_unavailable' } });
    }
    streams[0]?.request.destroy();
    await vi.waitUntil(() => clock.pending() === 799);

    await (await openStream(api)).next(READY);
  });

  it.each([
    ['?type=run.changed', 'type'],
    ['?name=a&name=b', 'name'],
    ['?Name=a', 'Name'],
    ['?dagRunId=r', 'dagRunId'],
    ['?dagRunId=latest&remoteNode=far', 'dagRunId'],
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
    await next(`${READY}id: 0-0\n\n`);

    clock.advance(45_000);

    await next(': still here\n\n'.repeat(3));
  });

  it('leaves no subscription and no timer behind when the client goes', async () => {
    const clock = manualClock();
    const api = await anApi({ clock });
    const { request, next } = await openStream(api);
    await next(READY);

    request.destroy();

    await untilForgotten(api, clock);
    expect(clock.pending()).toBe(0);
  });

  it('drops a client that does not read', async () => {
    const clock = manualClock();
    const api = await anApi({ clock });
    const socket = connect(api.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(`GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:${api.port}\r\n\r\n`);
    await once(socket, 'readable');
    socket.pause();

    const large = { ...event, fileName: 'x'.repeat(500_000) };
    // The system takes some megabytes for the client; what comes after that waits in memory.
    const ended = once(socket, 'close');
    for (let count = 0; count < 100 && clock.pending() > 0; count += 1) {
      api.emit(large);
      await new Promise(setImmediate);
      clock.advance(60_000);
    }

    expect(api.subscribers).toEqual([]);
    socket.resume();
    await ended;
  });

  it('answers HEAD without staying open', async () => {
    const api = await anApi();

    const { status, text, headers } = await ask(api, '/api/v1/events', { method: 'HEAD' });

    expect({ status, text }).toEqual({ status: 200, text: '' });
    expect(headers['content-type']).toContain('text/event-stream');
    expect(api.subscribers).toEqual([]);
  });
});
