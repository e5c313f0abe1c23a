import { mkdirSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EngineSession } from '../../../../engine/cli/connection/engine-session.ts';
import { sessionClient } from '../../../../engine/cli/connection/session-client.ts';
import { temporaryConfig } from '../../../support/home.ts';
import { contextOf } from '../in-process.ts';
import { aCommand } from './fake-command.ts';

/** The client of a command; the engine of another one is killed by its first request, and the next one answers. */
async function aClientOfKilledCommand() {
  const config = temporaryConfig();
  const { dataDir } = config.paths;
  mkdirSync(dataDir, { recursive: true });
  let asked = 0;
  await aCommand((request, response) => {
    asked += 1;
    if (asked === 1) request.destroy();
    else response.end(JSON.stringify({ output: { dagRuns: [], dagRunId: 'r' } }));
  }, dataDir);
  const { context } = contextOf({ home: dataDir });
  const address = () => ({ url: null, token: null });
  const session = new EngineSession({ ...context, address, isQuiet: () => false }, config);
  onTestFinished(() => session.end().then(() => undefined));
  return { client: sessionClient(session), asked: () => asked };
}

describe('a command whose engine was killed while it was asked', () => {
  it('asks the next one what changes nothing', async () => {
    const { client, asked } = await aClientOfKilledCommand();

    expect(await client.call('runs.list', {})).toMatchObject({ dagRuns: [] });
    expect(asked()).toBe(2);
  });

  it('asks the next one to stop a run, which may be stopping already', async () => {
    const { client, asked } = await aClientOfKilledCommand();

    await client.call('runs.stop', { name: 'n', dagRunId: 'r' });

    expect(asked()).toBe(2);
  });

  it('asks no other one to begin a run twice, and says so', async () => {
    const { client, asked } = await aClientOfKilledCommand();

    const starting = client.call('runs.start', { name: 'n', spec: 'steps: ["true"]' });

    await expect(starting).rejects.toThrow('Check whether the request took effect');
    expect(asked()).toBe(1);
  });
});
