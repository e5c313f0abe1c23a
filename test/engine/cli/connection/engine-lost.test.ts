import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandEngine } from '../../../../engine/cli/connection/ask-command.ts';
import {
  readEndpoint,
  removeEndpoint,
  writeEndpoint,
} from '../../../../engine/platform/endpoint-file.ts';
import { temporaryFolder } from '../../../support/home.ts';

/** The engine of a command, which answers what it is asked in this way. */
async function anEngineOfACommand(answer: Parameters<typeof createServer>[1]) {
  const dataDir = temporaryFolder();
  const socket = join(dataDir, 'engine.sock');
  const server: Server = createServer((request, response) => {
    if (request.method === 'GET') response.end();
    else answer?.(request, response as never);
  });
  await once(server.listen(socket), 'listening');
  onTestFinished(() => void server.close());
  const about = { url: 'http://localhost', version: '1', startedAt: '2026-01-01T00:00:00.000Z' };
  writeEndpoint(dataDir, { ...about, socket, isService: false });
  const endpoint = await readEndpoint(dataDir);
  if (endpoint === null) throw new Error('It does not answer.');
  const { call } = commandEngine({ dataDir, endpoint, socket });
  return { dataDir, server, ask: () => call('runs.list', {}) };
}

describe('an engine of a command that has ended', () => {
  it('may have begun what it was asked when it was killed meanwhile', async () => {
    const { ask } = await anEngineOfACommand((request) => void request.destroy());

    await expect(ask()).rejects.toMatchObject({ name: 'EngineError', mayHaveBegun: true });
  });

  it('has begun nothing when it took its file away before it closed', async () => {
    const { dataDir, ask } = await anEngineOfACommand((request) => {
      removeEndpoint(dataDir);
      request.destroy();
    });

    await expect(ask()).rejects.toMatchObject({ mayHaveBegun: false });
  });

  it('has begun nothing when nobody listens any more', async () => {
    const { server, ask } = await anEngineOfACommand(() => undefined);
    server.close();
    await once(server, 'close');

    await expect(ask()).rejects.toMatchObject({ mayHaveBegun: false });
  });

  it.each([410, 404])('has begun nothing when it answers %i', async (status) => {
    const { ask } = await anEngineOfACommand((_request, response) => {
      response.writeHead(status).end('{"code":"not_found","message":"Nothing found."}');
    });

    await expect(ask()).rejects.toMatchObject({ mayHaveBegun: false });
  });

  it('is named with what it says when that is no answer', async () => {
    const { ask } = await anEngineOfACommand((_request, response) => {
      response.writeHead(500).end('broken');
    });

    await expect(ask()).rejects.toThrow('500: broken');
  });
});
