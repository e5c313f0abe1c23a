import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { commandEngine } from '../../../../engine/server/ask-command.ts';
import { removeEndpoint } from '../../../../engine/platform/endpoint-file.ts';
import { aCommand } from './fake-command.ts';

async function anEngineOfACommand(answer: RequestListener) {
  const { dataDir, server, endpoint, socket } = await aCommand(answer);
  const { call } = commandEngine({ dataDir, endpoint, socket });
  return { dataDir, server, ask: () => call('runs.list', {}) };
}

describe('an engine of a command that was asked', () => {
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

  it('is told the environment of the command, without what no step may see', async () => {
    vi.stubEnv('SVC_TOKEN', 'secret');
    vi.stubEnv('TARGET', 'there');
    onTestFinished(() => void vi.unstubAllEnvs());
    let told = '';
    const { ask } = await anEngineOfACommand((request, response) => {
      void text(request).then((body) => {
        told = body;
        response.end('{"output":{}}');
      });
    });

    await ask();

    expect(told).toContain('"TARGET":"there"');
    expect(told).not.toContain('SVC_TOKEN');
  });

  it('is named with what it says when that is no answer', async () => {
    const { ask } = await anEngineOfACommand((_request, response) => {
      response.writeHead(500).end('broken');
    });

    await expect(ask()).rejects.toThrow('500: broken');
  });
});
