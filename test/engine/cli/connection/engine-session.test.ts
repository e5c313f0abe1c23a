import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EngineSession } from '../../../../engine/cli/connection/engine-session.ts';
import type { Link } from '../../../../engine/cli/connection/link.ts';
import { startServer } from '../../../../engine/server/start-server.ts';
import type { Config } from '../../../../engine/config/config.ts';
import { readEndpoint, removeEndpoint } from '../../../../engine/platform/endpoint-file.ts';
import { eventually, silentLogger } from '../../../support/engine.ts';
import { temporaryConfig, temporaryFolder } from '../../../support/home.ts';
import { contextOf } from '../in-process.ts';

function aSession(config: Config) {
  const { printed, context } = contextOf({ home: config.paths.dataDir });
  const address = () => ({ url: null, token: null });
  const session = new EngineSession({ ...context, address, isQuiet: () => false }, config);
  onTestFinished(() => session.end().then(() => undefined));
  return { session, printed };
}

/** A command without a server, whose engine answers others. */
async function anAnsweringSession() {
  const config = temporaryConfig({ ownerSocket: true });
  const { dataDir } = config.paths;
  const { session } = aSession(config);
  await session.link;
  await eventually(async () => (await readEndpoint(dataDir)) !== null, 'it answers');
  return { config, session };
}

/** A command of a server, which ends when it is lost. */
async function aSessionOfService() {
  const config = temporaryConfig({ ownerSocket: true });
  const server = await startService(config);
  const { session, printed } = aSession(config);
  const link = await session.link;
  const lose = async (): Promise<Link> => {
    // It takes its file away first.
    removeEndpoint(config.paths.dataDir);
    session.replace(link);
    const next = session.link;
    await server.stop();
    return next;
  };
  return { session, printed, link, lose };
}

async function startService(config: Config) {
  const server = await startServer({ config, log: silentLogger() });
  onTestFinished(() => server.stop().then(() => undefined));
  return server;
}

async function runIdsOf({ client, engine }: Link): Promise<readonly string[]> {
  const { dagRuns } = await client.call('runs.list', {});
  return [engine, ...dagRuns.map(({ dagRunId }) => dagRunId)];
}

/** Steps that wait until the test has ended, and which of them have begun. */
function waitingSteps() {
  const folder = temporaryFolder('waiting');
  const end = join(temporaryFolder('waiting'), 'end');
  onTestFinished(() => writeFileSync(end, ''));
  const wait = (step: string): string =>
    `  - name: ${step}\n    command: touch ${join(folder, step)}; until [ -e ${end} ]; do sleep 0.05; done\n`;
  return {
    waits: (...steps: readonly string[]) => steps.map(wait).join(''),
    begun: () => readdirSync(folder),
  };
}

async function start(session: EngineSession, specs: Readonly<Record<string, string>>) {
  const { client } = await session.link;
  for (const [name, spec] of Object.entries(specs)) {
    await client.call('runs.start', { name, dagRunId: name, spec });
  }
}

describe('the engine of a command', () => {
  it('makes way for one that stays, when what is under way is done', async () => {
    const { config, session } = await anAnsweringSession();
    const asked = Promise.withResolvers<void>();
    const working = session.use(async ({ client, engine }) => {
      await asked.promise;
      const { dagRunId } = await client.call('runs.start', { name: 'n', spec: 'steps: ["true"]' });
      return { engine, dagRunId };
    });
    const first = session.link;

    const starting = startService(config);
    await eventually(() => session.link !== first, 'the home is asked for');
    asked.resolve();
    const { engine, dagRunId } = await working;
    await starting;

    expect(engine).toBe('in process');
    expect(await session.use((link) => runIdsOf(link))).toEqual(['service', dagRunId]);
  });

  it('waits for the end of one that is about to end', async () => {
    const { session, link, lose } = await aSessionOfService();

    const next = await lose();

    expect([link.engine, next.engine]).toEqual(['service', 'in process']);
    expect(session.replace(link)).toBe(true);
    expect(await session.link).toBe(next);
  });

  it('says to one who watches that nothing goes on by it', async () => {
    const watched = await aSessionOfService();
    const idle = await aSessionOfService();
    const kept = await aSessionOfService();
    for (const { session } of [watched, kept]) session.onLink(() => undefined);
    kept.session.keep({ name: 'n', dagRunId: 'r' });

    for (const { lose } of [watched, idle, kept]) await lose();

    const said = 'The engine has ended. Active runs are shown as it left them.\n';
    expect(watched.printed.stderr).toContain(said);
    expect(idle.printed.stderr + kept.printed.stderr).not.toContain(said);
  });

  it('is none any more once its command has ended', async () => {
    const { session } = await anAnsweringSession();
    const link = await session.link;

    await session.end();

    expect(session.replace(link)).toBe(false);
    expect(await session.link).toBe(link);
  });

  it('counts what keeps running of its own run, and leaves that of others to them', async () => {
    const { session } = aSession(temporaryConfig());
    const { waits, begun } = waitingSteps();
    const child = `  - call: child\n---\nname: child\nsteps:\n${waits('third')}`;
    const mine = `type: graph\nmax_active_steps: 3\nsteps:\n${waits('first', 'second')}${child}`;
    await start(session, { mine, other: `steps:\n${waits('fourth')}` });
    await eventually(() => begun().length === 4, 'all have begun');
    session.keep({ name: 'mine', dagRunId: 'mine' });

    expect(await session.end()).toBe(3);
  });

  it('counts nothing where its command goes on with no run', async () => {
    const { session } = aSession(temporaryConfig());
    const { waits, begun } = waitingSteps();
    await start(session, { other: `steps:\n${waits('first')}` });
    await eventually(() => begun().length === 1, 'it has begun');

    expect(await session.end()).toBe(0);
  });

  it('counts nothing of a run that is not there any more', async () => {
    const { session } = aSession(temporaryConfig());
    await session.link;
    session.keep({ name: 'gone', dagRunId: 'gone' });

    expect(await session.end()).toBe(0);
  });
});
