import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { anEngine, endOf, eventually, type TestEngine } from '../../support/engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';
import { isAlive } from '../../support/processes.ts';
import { auth, quick, senderOf } from '../services/a-webhook.ts';
import { command } from './in-process.ts';

let traces = '';
const traced = (name: string): boolean => existsSync(join(traces, name));
const leaves = (name: string): string => `touch ${join(traces, name)}`;

beforeEach(() => {
  traces = temporaryFolder('traces');
});

/** A home in which an engine that is gone has left what was asked of it. */
async function homeLeftBy(
  ask: (engine: TestEngine) => Promise<unknown>,
  { isService }: { readonly isService: boolean },
) {
  const settings = temporaryConfig();
  const engine = await anEngine({ config: settings, isService });
  await ask(engine);
  await engine.stop();

  /** Asks once more, without beginning anything. */
  async function statuses(): Promise<Readonly<Record<string, string>>> {
    const reader = await anEngine({ config: settings, isService: false });
    const { dagRuns } = await reader.client.call('runs.list', {});
    await reader.stop();
    return Object.fromEntries(dagRuns.map((run) => [run.dagRunId, run.statusLabel]));
  }

  return { settings, home: dirname(settings.paths.dataDir), statuses };
}

const queued = () =>
  homeLeftBy(
    (engine) =>
      engine.client.call('runs.enqueue', {
        name: 'etl',
        dagRunId: 'queued',
        spec: `
handler_on:
  init: ${leaves('init')}
  abort: ${leaves('abort')}
steps:
  - command: ${leaves('step')}
`,
      }),
    { isService: false },
  );

/** A step that notes its process and then stays. */
const sleeper = (name: string): string =>
  `steps:\n  - command: echo $$ > ${join(traces, name)}; exec sleep 60\n`;

const sleeps = (name: string): boolean =>
  traced(name) && isAlive(Number.parseInt(readFileSync(join(traces, name), 'utf8'), 10));

async function startSleeper(engine: TestEngine, name: string, spec: string): Promise<void> {
  await engine.client.call('runs.start', { name, dagRunId: name, spec });
  await eventually(() => sleeps(name), 'the step runs');
}

describe('a command without a server', () => {
  it('stops a queued run that never begins, not even its handlers', async () => {
    const { home, statuses } = await queued();

    const { stdout, exitCode } = await command(['stop', 'etl'], { home });

    expect(stdout).toBe('Run queued of etl has ended: aborted\n');
    expect(exitCode).toBe(0);
    expect(await statuses()).toEqual({ queued: 'aborted' });
    expect(['init', 'step', 'abort'].filter(traced)).toEqual([]);
  });

  it('takes a queued run out of its queue without beginning it', async () => {
    const { home, statuses } = await queued();

    await command(['dequeue', 'etl'], { home });

    expect(await statuses()).toEqual({ queued: 'aborted' });
    expect(['init', 'step', 'abort'].filter(traced)).toEqual([]);
  });

  it.each([
    ['start', ['start', 'mine.yaml', '-r', 'mine']],
    ['exec', ['exec', '--run-id', 'mine', '--', 'true']],
  ])('leaves queued runs to the next engine while it does its own: %s', async (_, words) => {
    const { home, statuses, settings } = await queued();
    writeFileSync(join(home, 'mine.yaml'), 'steps: ["true"]');
    const args = words.map((word) => (word === 'mine.yaml' ? join(home, word) : word));

    const { exitCode } = await command(args, { home });
    const between = await statuses();
    const next = await anEngine({ config: settings });
    const { run } = await endOf({ engine: next, name: 'etl', dagRunId: 'queued' });

    expect(exitCode).toBe(0);
    expect(between).toEqual({ queued: 'queued', mine: 'succeeded' });
    expect(run.statusLabel).toBe('succeeded');
  });

  it('lets the run of a webhook wait for the next engine, where queues are switched off too', async () => {
    const settings = temporaryConfig({ auth, queues: { enabled: false, config: [] } });
    const own = await anEngine({ config: settings, isService: false });
    await own.client.call('dags.create', { name: 'wh', spec: quick });
    const { token } = await own.client.call('webhooks.create', { fileName: 'wh' });
    const run = { name: 'wh', dagRunId: (await senderOf(own, token).send()).dagRunId };
    const { dagRun } = await own.client.call('runs.get', run);
    await own.stop();

    const next = await anEngine({ config: settings });
    const ended = await endOf({ engine: next, ...run });

    expect(dagRun.statusLabel).toBe('queued');
    expect(ended.run.statusLabel).toBe('succeeded');
  });

  it('takes over the run that it is to stop, and no other', async () => {
    const { home, statuses } = await homeLeftBy(
      async (engine) => {
        await startSleeper(engine, 'one', sleeper('one'));
        await startSleeper(engine, 'two', sleeper('two'));
      },
      { isService: true },
    );

    const { stdout } = await command(['stop', 'one'], { home });

    expect(stdout).toBe('Run one of one has ended: aborted\n');
    expect(await statuses()).toEqual({ one: 'aborted', two: 'running' });
    expect([sleeps('one'), sleeps('two')]).toEqual([false, true]);
  });

  it('takes over what the run that it is to stop has called', async () => {
    const { home, statuses } = await homeLeftBy(
      (engine) =>
        startSleeper(
          engine,
          'caller',
          `steps:\n  - call: child\n---\nname: child\n${sleeper('caller')}`,
        ),
      { isService: true },
    );

    const { stdout } = await command(['stop', 'caller'], { home });

    expect(stdout).toBe('Run caller of caller has ended: aborted\n');
    expect(await statuses()).toEqual({ caller: 'aborted' });
    expect(sleeps('caller')).toBe(false);
  });

  it('retries a run of a queue with a limit at once, since nobody looks after that queue', async () => {
    const { home } = await homeLeftBy(
      async (engine) => {
        const spec = `queue: night\nsteps: ["[ -e ${join(traces, 'go')} ]"]`;
        await engine.client.call('runs.start', { name: 'etl', dagRunId: 'one', spec });
        await endOf({ engine, name: 'etl', dagRunId: 'one' });
      },
      { isService: true },
    );
    writeFileSync(join(home, 'config.yaml'), 'queues: {config: [{name: night}]}\n');
    writeFileSync(join(traces, 'go'), '');

    const { stdout, exitCode } = await command(['retry', 'etl', '-r', 'one'], { home });

    expect(stdout).toContain('succeeded');
    expect(exitCode).toBe(0);
  });
});
