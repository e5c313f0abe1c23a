import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answerCommands } from '../../../engine/server/answer-commands.ts';
import { commandEngine } from '../../../engine/server/ask-command.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { readEndpoint } from '../../../engine/platform/endpoint-file.ts';
import { anEngine, endOf, silentLogger } from '../../support/engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';

/** The engine of a command that answers others, and what it was asked to hand over. */
async function anAnsweringEngine(config = temporaryConfig()) {
  const { dataDir } = config.paths;
  const engine = await anEngine({ config, isService: false });
  const handed: string[] = [];
  const handOver = (): void => void handed.push('home');
  const log = silentLogger();
  const answers = await answerCommands({ engine, config, log, clock: systemClock, handOver });
  const endpoint = await readEndpoint(dataDir);
  const socket = endpoint?.socket ?? null;
  if (answers === null || endpoint === null || socket === null) throw new Error('It has none.');
  onTestFinished(() => answers.close());
  return { engine, answers, handed, asked: commandEngine({ dataDir, endpoint, socket }) };
}

describe('the engine of a command that answers others', () => {
  it('carries out calls, and passes errors on', async () => {
    const { asked } = await anAnsweringEngine();

    const { dagRunId } = await asked.call('runs.start', { name: 'n', spec: 'steps: ["true"]' });

    expect(dagRunId).not.toBe('');
    await expect(asked.call('runs.get', { name: 'n', dagRunId: 'none' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('notes in the audit log that the socket was asked, and not its own command', async () => {
    const { asked, engine } = await anAnsweringEngine();

    await asked.call('dags.create', { name: 'new' });

    const { entries } = await engine.client.call('audit.list', { operation: 'dags.create' });
    expect(entries).toMatchObject([{ origin: 'socket' }]);
  });

  it('begins nothing that is asked once its command ends', async () => {
    const { asked, answers, engine } = await anAnsweringEngine();
    answers.refuse();

    const asking = asked.call('runs.start', { name: 'n', spec: 'steps: ["true"]' });

    await expect(asking).rejects.toMatchObject({ mayHaveBegun: false });
    expect((await engine.client.call('runs.list', {})).dagRuns).toEqual([]);
  });

  it('goes on with a run that an earlier engine left when it is asked to, and with no other', async () => {
    const config = temporaryConfig();
    const earlier = await anEngine({ config });
    const go = join(temporaryFolder(), 'go');
    const spec = `steps:\n  - command: until [ -e ${go} ]; do sleep 0.05; done\n  - command: echo second\n`;
    for (const name of ['mine', 'other']) {
      await earlier.client.call('runs.start', { name, dagRunId: 'r', spec });
    }
    await earlier.stop();
    const { asked, engine } = await anAnsweringEngine(config);

    await asked.resume({ name: 'mine', dagRunId: 'r' });
    writeFileSync(go, '');
    const { run } = await endOf({ engine, name: 'mine', dagRunId: 'r' });

    expect(run.statusLabel).toBe('succeeded');
    const { dagRun } = await asked.call('runs.get', { name: 'other', dagRunId: 'r' });
    expect(dagRun.statusLabel).toBe('running');
  });

  it('is told that another engine wants the home', async () => {
    const { asked, handed } = await anAnsweringEngine();

    await asked.handOver();

    expect(handed).toEqual(['home']);
  });
});
