import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  readEndpoint,
  removeEndpoint,
  writeEndpoint,
} from '../../../engine/platform/endpoint-file.ts';
import { temporaryFolder } from '../../support/home.ts';

const about = { version: '1.2.3', startedAt: '2026-02-03T10:00:00.000Z' };

/** Something that answers with this status wherever it is asked. */
async function aServer(status: number) {
  const server = createServer((_request, response) => response.writeHead(status).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

describe('the endpoint file', () => {
  it.each([200, 503])('leads to an engine that answers %i', async (status) => {
    const folder = temporaryFolder();
    await using server = await aServer(status);

    writeEndpoint(folder, { ...about, url: server.url });

    expect(await readEndpoint(folder)).toMatchObject({
      ...about,
      url: server.url,
      pid: process.pid,
    });
    expect(readdirSync(folder)).toEqual(['engine.json']);
  });

  it('leads by the socket to an engine whose address cannot be asked', async () => {
    const folder = temporaryFolder();
    const socket = join(folder, 'engine.sock');
    const server = createServer((_request, response) => response.writeHead(200).end());
    await once(server.listen(socket), 'listening');
    onTestFinished(() => void server.close());

    writeEndpoint(folder, { ...about, url: 'https://127.0.0.1:1', socket });

    expect(await readEndpoint(folder)).toMatchObject({ url: 'https://127.0.0.1:1', socket });
  });

  it('leads nowhere when nobody answers at the socket', async () => {
    const folder = temporaryFolder();
    await using server = await aServer(200);

    writeEndpoint(folder, { ...about, url: server.url, socket: join(folder, 'engine.sock') });

    expect(await readEndpoint(folder)).toBeNull();
  });

  it('leads nowhere when another program has taken the port', async () => {
    const folder = temporaryFolder();
    await using server = await aServer(404);

    writeEndpoint(folder, { ...about, url: server.url });

    expect(await readEndpoint(folder)).toBeNull();
  });

  it('leads nowhere when nobody answers', async () => {
    const folder = temporaryFolder();
    const { url } = await (async () => {
      await using server = await aServer(200);
      return server;
    })();

    writeEndpoint(folder, { ...about, url });

    expect(await readEndpoint(folder)).toBeNull();
  });

  it('leads nowhere when its process has gone and another one has the number', async () => {
    const folder = temporaryFolder();
    await using server = await aServer(200);
    writeEndpoint(folder, { ...about, url: server.url });
    const file = join(folder, 'engine.json');
    const text = readFileSync(file, 'utf8');

    writeFileSync(file, text.replace(/"processStarted":"\d+"/, '"processStarted":"1"'));

    expect(await readEndpoint(folder)).toBeNull();
  });

  it.each(['', '{', '{"pid": "x"}'])('leads nowhere when it holds %j', async (text) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'engine.json'), text);

    expect(await readEndpoint(folder)).toBeNull();
  });

  it('is removed by the process that wrote it, and by no other', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'engine.json');
    writeEndpoint(folder, { ...about, url: 'http://127.0.0.1:1' });
    const own = readFileSync(file, 'utf8');

    writeFileSync(file, own.replace(/"pid":\d+/, '"pid":1'));
    removeEndpoint(folder);
    expect(readdirSync(folder)).toEqual(['engine.json']);

    writeFileSync(file, own);
    removeEndpoint(folder);
    removeEndpoint(folder);
    expect(readdirSync(folder)).toEqual([]);
  });
});
