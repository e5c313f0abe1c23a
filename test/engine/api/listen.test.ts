import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EngineError } from '../../../engine/contract/errors.ts';
import { aCertificate } from '../../support/certificate.ts';
import { anApi, ask } from './an-api.ts';
import { manualClock } from './manual-clock.ts';

describe('listen', () => {
  it.each(['0.0.0.0', '::', '192.168.0.7', 'example.org', '127.0.0.2', '', 'localhost.'])(
    'refuses to open the host "%s" and names the rule',
    async (host) => {
      const opened = anApi({ host });

      await expect(opened).rejects.toBeInstanceOf(EngineError);
      await expect(opened).rejects.toThrow(/an address other than loopback/);
    },
  );

  it.each([
    ['127.0.0.1', 'http://127.0.0.1:PORT'],
    ['localhost', 'http://127.0.0.1:PORT'],
    ['::1', 'http://[::1]:PORT'],
  ])('opens %s and tells its address', async (host, url) => {
    const api = await anApi({ host });

    expect(api.url).toBe(url.replace('PORT', String(api.port)));
    expect((await fetch(`${api.url}/api/v1/dags`)).status).toBe(200);
  });

  it('names the process that holds the port', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    onTestFinished(() => void holder.close());
    const { port } = holder.address() as { port: number };

    const opened = anApi({ port });

    const name = process.platform === 'linux' ? `process ${process.pid}` : 'another program';
    await expect(opened).rejects.toThrow(`Port ${port} on 127.0.0.1 is already in use by`);
    await expect(opened).rejects.toThrow(name);
  });
});

describe('listen where callers prove who they are', () => {
  it('opens an address of the network, and warns loudly without TLS', async () => {
    const api = await anApi({ host: '0.0.0.0', authenticates: true });

    expect(api.url).toBe(`http://127.0.0.1:${api.port}`);
    expect(api.warnings).toEqual([expect.stringContaining('WITHOUT TLS')]);
    expect((await fetch(`${api.url}/api/v1/dags`)).status).toBe(200);
  });

  it.each(['127.0.0.1', '::1'])('says nothing about %s', async (host) => {
    expect((await anApi({ host, authenticates: true })).warnings).toEqual([]);
  });

  it('says nothing about the network with TLS', async () => {
    const api = await anApi({ host: '0.0.0.0', authenticates: true, tls: aCertificate() });

    expect(api.warnings).toEqual([]);
  });

  it('names an address that this machine does not have', async () => {
    const opened = anApi({ host: '203.0.113.1', authenticates: true });

    await expect(opened).rejects.toBeInstanceOf(EngineError);
    await expect(opened).rejects.toThrow(/Cannot listen on 203\.0\.113\.1/);
  });
});

describe('closing', () => {
  it('ends idle connections and event streams at once, and is safe to ask for twice', async () => {
    const api = await anApi({ clock: manualClock() });
    const agent = new Agent({ keepAlive: true });
    const idle = get({ port: api.port, path: '/api/v1/dags', agent });
    const [answer] = (await once(idle, 'response')) as [IncomingMessage];
    await once(answer.resume(), 'end');
    const stream = get({ port: api.port, path: '/api/v1/events', agent: false });
    const [events] = (await once(stream, 'response')) as [IncomingMessage];

    await Promise.all([api.close(), api.close(), once(events.resume(), 'end')]);

    await expect(ask(api, '/api/v1/dags')).rejects.toThrow(/ECONNREFUSED/);
  });

  it('waits for an answer that is under way', async () => {
    let finish = (_: object): void => {};
    let started = (): void => {};
    const called = new Promise<void>((resolve) => (started = resolve));
    const api = await anApi({
      clock: manualClock(),
      handlers: {
        'dags.list': () => {
          started();
          return new Promise<object>((resolve) => (finish = resolve));
        },
      },
    });
    const asked = ask(api, '/api/v1/dags');
    await called;

    const closed = api.close();
    finish({ dags: [] });

    expect(await asked).toMatchObject({ status: 200, json: { dags: [] } });
    await closed;
  });

  it('cuts off an answer that takes longer than the grace', async () => {
    const clock = manualClock();
    let started = (): void => {};
    const called = new Promise<void>((resolve) => (started = resolve));
    const api = await anApi({
      clock,
      handlers: { 'dags.list': () => (started(), new Promise(() => {})) },
    });
    const asked = ask(api, '/api/v1/dags');
    const cutOff = expect(asked).rejects.toThrow(/hang up|ECONNRESET/);
    await called;

    const closed = api.close();
    clock.advance(1000);

    await Promise.all([closed, cutOff]);
  });
});
