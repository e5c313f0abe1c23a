import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createBoundedServer } from '../../../engine/api/bounded-server.ts';
import { usualLimits } from '../../../engine/api/limits.ts';
import { EngineError } from '../../../engine/contract/errors.ts';
import { nobody } from '../../../engine/contract/operations.ts';
import { aCertificate } from '../../support/certificate.ts';
import { anApi, ask, type TestApi } from './an-api.ts';
import { ownAddress } from './own-address.ts';
import { rawAsk } from './raw-ask.ts';

const quick = { headersMs: 100, requestMs: 200, checkMs: 20, idleMs: 100 };
const impatient = { ...quick, stalledMs: 100 };

async function aConnection(
  api: Pick<TestApi, 'port'>,
  text = '',
  host = '127.0.0.1',
): Promise<Socket> {
  const socket = connect(api.port, host);
  onTestFinished(() => void socket.destroy());
  // A server that drops a client may reset the connection.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** All that comes until the server ends the connection. */
async function restOf(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

const head = (api: TestApi, line: string, ...headers: string[]): string =>
  [`${line} HTTP/1.1`, `Host: 127.0.0.1:${api.port}`, ...headers, '', ''].join('\r\n');

describe('a slow client is dropped', () => {
  it.each([
    [
      'that never finishes its headers',
      { ...quick, requestMs: 60_000 },
      () => 'GET /api/v1/dags HTTP/1.1\r\nHost: x',
    ],
    [
      'that never finishes its body',
      quick,
      (api: TestApi) =>
        `${head(api, 'POST /api/v1/dags', 'Content-Type: application/json', 'Content-Length: 20')}{"`,
    ],
  ])('%s: 408', async (_name, limits, text) => {
    const api = await anApi({ limits });

    const socket = await aConnection(api, text(api));

    expect(await restOf(socket)).toMatch(/^HTTP\/1\.1 408 [^]*"code":"timeout"/);
    expect(api.calls).toEqual([]);
  });

  it.each([
    'GET / HTTP/1.1\r\nHost: x',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{',
  ])(
    'and its connection is closed at once, whether or not it closes its side: %j',
    async (text) => {
      const server = createBoundedServer(() => undefined, { ...usualLimits, ...quick });
      server.listen(0, '127.0.0.1');
      onTestFinished(() => void server.close().closeAllConnections());
      const closed = new Promise<void>((resolve) => {
        server.on('connection', (socket) => socket.on('close', () => resolve()));
      });
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      onTestFinished(() => void socket.destroy());
      socket.resume().write(text);

      await closed;
    },
  );

  it('that says nothing at all', async () => {
    const api = await anApi({ limits: quick });

    const socket = await aConnection(api);

    expect(await restOf(socket)).toMatch(/^$|^HTTP\/1\.1 408 /);
  });

  it('that never agrees on TLS', async () => {
    const api = await anApi({ tls: aCertificate(), limits: { handshakeMs: 100 } });

    const socket = await aConnection(api);

    expect(await restOf(socket)).toBe('');
  });

  it('that keeps a connection and asks nothing more', async () => {
    const api = await anApi({ limits: quick });

    const socket = await aConnection(api, head(api, 'GET /api/v1/dags'));

    // The whole seconds of `idleMs`.
    expect(await restOf(socket)).toMatch(/^HTTP\/1\.1 200 [^]*\r\nKeep-Alive: timeout=0\r\n/);
  });

  it.each([
    ['its answer', (response: ServerResponse) => response.end(Buffer.alloc(30_000_000))],
    ['a stream', (response: ServerResponse) => response.write(Buffer.alloc(30_000_000))],
  ])('that does not read %s', async (_name, answer) => {
    const limits = { ...usualLimits, ...impatient };
    const { promise: dropped, resolve } = Promise.withResolvers<boolean>();
    const server = createBoundedServer((_request, response) => {
      response.on('close', () => resolve(response.writableFinished));
      answer(response);
    }, limits).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close().closeAllConnections());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;

    const socket = await aConnection({ port }, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    socket.pause();

    expect(await dropped).toBe(false);
  });

  it('that stops to read a file, which is closed', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const open = async function* () {
      try {
        for (;;) yield await Promise.resolve(Buffer.alloc(1_000_000));
      } finally {
        resolve();
      }
    };
    const file = { fileName: 'a.log', size: 1e9, open };
    const handlers = { 'runs.downloadLog': () => file };
    const api = await anApi({ limits: impatient, handlers });

    const socket = await aConnection(api, head(api, 'GET /api/v1/dag-runs/a/r/log/download'));
    socket.pause();

    await closed;
    expect(api.logged).toEqual([]);
  });

  it('but not one whose answer takes long to make', async () => {
    let answer = (_: object): void => undefined;
    const made = new Promise<object>((resolve) => (answer = resolve));
    const api = await anApi({ limits: impatient, handlers: { 'dags.tags': () => made } });
    const slow = await aConnection(api, head(api, 'GET /api/v1/dags/tags', 'Connection: close'));
    const idle = await aConnection(api, head(api, 'GET /api/v1/dags'));

    // An idle connection has been given up in the time in which this one was still.
    await restOf(idle);
    answer({ tags: [], errors: [] });

    expect(await restOf(slow)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('connections', () => {
  it('beyond the bound are dropped, and there is room again when one ends', async () => {
    const api = await anApi({ limits: { connections: 2 } });
    const first = await aConnection(api);
    const second = await aConnection(api);

    expect(await rawAsk(api.port, ['GET /api/v1/dags HTTP/1.1'])).toBe('');
    first.destroy();
    second.destroy();

    await expect
      .poll(() => ask(api, '/api/v1/dags').catch(() => null))
      .toMatchObject({
        status: 200,
      });
  });

  it('of this machine are not bound by address', async () => {
    const api = await anApi({ limits: { connectionsPerAddress: 1 } });
    await aConnection(api);

    expect((await ask(api, '/api/v1/dags')).status).toBe(200);
  });
});

describe.skipIf(ownAddress === undefined)('connections from an address of the network', () => {
  it('are dropped beyond a bound of their own, and there is room again when one ends', async () => {
    const api = await anApi({
      host: '0.0.0.0',
      authenticates: true,
      limits: { connectionsPerAddress: 1 },
    });
    const first = await aConnection(api, '', ownAddress);

    expect(await restOf(await aConnection(api, head(api, 'GET /'), ownAddress))).toBe('');
    expect((await ask(api, '/api/v1/dags')).status).toBe(200);
    first.destroy();

    await expect
      .poll(async () =>
        restOf(await aConnection(api, head(api, 'GET /', 'Connection: close'), ownAddress)),
      )
      .toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('what those learn who have shown no credentials', () => {
  it('of a disk that is full or a bug is no path', async () => {
    const full = (): never => {
      throw new EngineError('service_unavailable', 'EACCES: /home/ann/.dagwright/engine.db');
    };
    const handlers = { 'auth.login': full, 'dags.list': full };
    const strange = await anApi({ handlers, authenticate: async () => nobody });
    const known = await anApi({ handlers });
    const login = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"username":"a","password":"b"}',
    };

    const toNobody = await ask(strange, '/api/v1/auth/login', login);
    const toOwner = await ask(known, '/api/v1/dags');

    expect(toNobody).toMatchObject({ status: 503, json: { code: 'service_unavailable' } });
    expect(toNobody.text).not.toContain('/home/ann');
    expect(toOwner.text).toContain('/home/ann');
  });
});
