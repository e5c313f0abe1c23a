import { describe, expect, it, onTestFinished } from 'vitest';
import { EngineSession } from '../../../../engine/cli/connection/engine-session.ts';
import { startServer } from '../../../../engine/cli/serve.ts';
import type { Config } from '../../../../engine/config/config.ts';
import { readEndpoint } from '../../../../engine/platform/endpoint-file.ts';
import { eventually, silentLogger } from '../../../support/engine.ts';
import { temporaryConfig } from '../../../support/home.ts';
import { contextOf } from '../in-process.ts';

/** A command without a server, whose engine answers others. */
async function anAnsweringSession() {
  const config = temporaryConfig({ ownerSocket: true });
  const { dataDir } = config.paths;
  const { context } = contextOf({ home: dataDir });
  const address = () => ({ url: null, token: null });
  const session = new EngineSession({ ...context, address, isQuiet: () => false }, config);
  onTestFinished(() => session.end().then(() => undefined));
  await session.link;
  await eventually(async () => (await readEndpoint(dataDir)) !== null, 'it answers');
  return { config, session };
}

async function startService(config: Config): Promise<void> {
  const server = await startServer({ config, log: silentLogger() });
  onTestFinished(() => server.stop().then(() => undefined));
}

describe('the engine of a command', () => {
  it('makes way for one that stays, when what is under way is done', async () => {
    const { config, session } = await anAnsweringSession();
    const order: string[] = [];
    const work = Promise.withResolvers<void>();
    const working = session.use(async ({ engine }) => {
      await work.promise;
      order.push(`done by the engine ${engine}`);
    });
    const first = session.link;

    const starting = startService(config).then(() => order.push('another one stays'));
    await eventually(() => session.link !== first, 'the home is asked for');
    work.resolve();
    await Promise.all([working, starting]);

    expect(order).toEqual(['done by the engine in process', 'another one stays']);
    expect(await session.use(({ engine }) => Promise.resolve(engine))).toBe('service');
  });

  it('is none any more once its command has ended', async () => {
    const { session } = await anAnsweringSession();
    const link = await session.link;

    await session.end();

    expect(session.replace(link)).toBe(false);
    expect(await session.link).toBe(link);
  });
});
