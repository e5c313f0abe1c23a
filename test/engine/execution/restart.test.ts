import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import type { EngineEvent } from '../../../engine/contract/events.ts';
import type { Clock } from '../../../engine/lib/clock.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import {
  anEngine,
  endOf,
  eventually,
  runUntil,
  startInline,
  untilLogHolds,
  type TestEngine,
} from '../../support/engine.ts';
import { forkEngine } from '../../support/fork-engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';
import { HOUR_MS, later } from './between-engines.ts';
import { aStranger, isAlive, killGroup, membersOf } from '../../support/processes.ts';

const run = { name: 'test', dagRunId: 'one' };

const countOf = (file: string): number =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;

/** What a crash at an unlucky moment would have left in the store. */
function alterStore(config: Config, sql: string): void {
  const db = new SQLite(join(config.paths.dataDir, 'engine.db'));
  db.exec(sql);
  db.close();
}

const isNodeChange = ({ type }: EngineEvent): boolean => type === 'node.changed';

const pidsIn = (config: Config): number[] => {
  const db = new SQLite(join(config.paths.dataDir, 'engine.db'), { readonly: true });
  const pids = db.prepare('SELECT pid FROM attempt').pluck().all() as number[];
  db.close();
  return pids;
};

async function takeOver(config: Config, clock: Clock = systemClock) {
  const engine = await anEngine({ config, clock });
  return endOf({ engine, ...run });
}

/** An engine in whose run the step `sleeper` is running. */
async function engineWithSleeper(spec: string): Promise<TestEngine> {
  const engine = await anEngine();
  const started = await startInline(spec, { engine, ...run });
  await untilLogHolds(started, 'sleeper', 'up');
  return engine;
}

describe('an engine that quits', () => {
  it('ends by itself, says how many steps it leaves, and they end as if it were there', async () => {
    const config = temporaryConfig();
    const traces = temporaryFolder('traces');
    const step = (number: number): string =>
      `\n  - name: s${number}\n    command: "echo up > ${traces}/${number}; sleep 0.7; exit ${number}"`;
    const spec = `type: graph\nmax_active_steps: 3\nsteps:${[7, 8, 9].map(step).join('')}\n`;
    const first = await forkEngine(config);
    await first.call('runs.start', { spec, ...run });
    await eventually(() => [7, 8, 9].every((n) => existsSync(join(traces, `${n}`))), 'all began');

    const { stepsLeft, exitCode } = await first.stop();
    const { node } = await takeOver(config);

    expect({ stepsLeft, exitCode }).toEqual({ stepsLeft: 3, exitCode: 0 });
    expect([7, 8, 9].map((n) => node(`s${n}`).exitCode)).toEqual([7, 8, 9]);
  });

  it('loses no step that it was about to start', async () => {
    const traces = temporaryFolder('traces');
    const names = Array.from({ length: 30 }, (_, index) => `s${index}`);
    const steps = names.map(
      (name) => `\n  - name: ${name}\n    command: echo x >> ${traces}/${name}`,
    );
    const engine = await anEngine();
    const spec = `type: graph\nmax_active_steps: 30\nsteps:${steps.join('')}\n`;
    await startInline(spec, { engine, ...run });

    await engine.stop();
    const began = names.filter((name) => existsSync(join(traces, name)));
    const { run: ended } = await takeOver(engine.config);

    expect(began.length).toBeLessThan(names.length);
    expect(ended.statusLabel).toBe('succeeded');
    expect(names.map((name) => countOf(join(traces, name)))).toEqual(names.map(() => 1));
  });

  it('can be stopped twice, and answers no more', async () => {
    const engine = await engineWithSleeper(
      'steps:\n  - name: sleeper\n    command: echo up; sleep 60\n',
    );

    const [first, second] = await Promise.all([engine.stop(), engine.stop()]);

    expect([first, second]).toEqual([1, 1]);
    await expect(engine.client.call('runs.get', run)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
  });

  it('ends although people follow a run, wait for its end, and were refused one', async () => {
    const config = temporaryConfig();
    const engine = await forkEngine(config);
    const spec = 'steps:\n  - command: while :; do echo up; sleep 0.02; done\n';
    await engine.call('dags.create', { name: 'test', spec });
    const start = { fileName: 'test', timeout: 3600 };
    const waiting = engine.call('dags.startSync', { ...start, dagRunId: 'one' });
    await eventually(
      async () => (await engine.call('runs.list', {})).dagRuns.length > 0,
      'the run has begun',
    );
    const events = engine.follow(run);
    const refused = engine.call('dags.startSync', { ...start, singleton: true });
    await expect(refused).rejects.toThrow(/already has an active run/);
    await eventually(() => events.some(({ type }) => type === 'log.appended'), 'the log grows');

    const [{ exitCode }] = await Promise.all([engine.stop(), waiting.catch(() => undefined)]);

    expect(exitCode).toBe(0);
  });
});

describe('an engine that was killed between the intent to start a step and its process', () => {
  const trace = (): string => join(temporaryFolder('traces'), 'trace');
  const specFor = (file: string): string => `max_clean_up_time_sec: 1
steps:
  - name: sleeper
    command: "echo x >> ${file}; echo up; sleep 0.8; exit 5"
`;

  async function crashed(file: string): Promise<Config> {
    const config = temporaryConfig();
    const first = await forkEngine(config);
    const events = first.follow({});
    await first.call('runs.start', { spec: specFor(file), ...run });
    await eventually(() => countOf(file) === 1, 'the step has begun');
    await eventually(() => events.some(isNodeChange), 'the engine knows its process');
    await first.kill();
    return config;
  }

  async function crashedWithoutProcess(file: string): Promise<Config> {
    const config = await crashed(file);
    const [pid = 0] = pidsIn(config);
    killGroup(pid);
    const db = new SQLite(join(config.paths.dataDir, 'engine.db'));
    const key = db.prepare('SELECT key FROM run').pluck().get() as string;
    db.close();
    const record = join(config.paths.dataDir, 'work', key, '0-1.exit');
    await eventually(() => existsSync(record), 'the launcher has its record');
    rmSync(record);
    alterStore(config, 'UPDATE attempt SET pid = NULL, process_started = NULL, boot_id = NULL');
    return config;
  }

  it('starts the step, which without a record has certainly never begun', async () => {
    const file = trace();
    const config = await crashedWithoutProcess(file);

    const { node } = await takeOver(config);

    expect(node('sleeper')).toMatchObject({ exitCode: 5, statusLabel: 'failed', attempts: 2 });
    // Once before its record was taken away, and once by the engine that found none.
    expect(countOf(file)).toBe(2);
  });

  it('starts it for the reason for which it was to begin', async () => {
    const config = await crashedWithoutProcess(trace());
    alterStore(config, "UPDATE attempt SET cause = 'rerun'");

    const { engine } = await takeOver(config);

    const step = { ...run, stepName: 'sleeper' };
    const { attempts } = await engine.client.call('runs.stepAttempts', step);
    expect(attempts.at(-1)?.cause).toBe('rerun');
  });

  it('ends the run when it was to be stopped', async () => {
    const config = await crashedWithoutProcess(trace());
    alterStore(config, "UPDATE run SET cut_short = 'stop'");

    const { run: ended } = await takeOver(config);

    expect(ended.statusLabel).toBe('aborted');
  });

  it('finds the process of which only its own record tells', async () => {
    const file = trace();
    const config = await crashed(file);
    alterStore(config, 'UPDATE attempt SET pid = NULL, process_started = NULL, boot_id = NULL');

    const { node } = await takeOver(config);

    expect(node('sleeper')).toMatchObject({ exitCode: 5, statusLabel: 'failed' });
    expect(countOf(file)).toBe(1);
  });

  it.each([
    { why: 'after a boot', alter: "boot_id = 'another boot'" },
    { why: 'that has its number now', alter: "process_started = '1'" },
  ])('leaves alone a stranger $why', async ({ alter }) => {
    const config = await crashed(trace());
    const [pid = 0] = pidsIn(config);
    killGroup(pid);
    const stranger = aStranger();
    alterStore(config, `UPDATE attempt SET pid = ${stranger}, ${alter}`);
    alterStore(config, "UPDATE run SET cut_short = 'stop'");

    const { run: ended } = await takeOver(config);

    expect(ended.statusLabel).toBe('aborted');
    expect(isAlive(stranger)).toBe(true);
  });
});

describe('an order that an earlier engine was given', () => {
  it('stops the run even when the engine is killed right after', async () => {
    const config = temporaryConfig();
    const first = await forkEngine(config);
    const events = first.follow({});
    const traces = join(temporaryFolder('traces'), 'trace');
    const spec = `max_clean_up_time_sec: 1
steps:
  - name: stubborn
    command: "trap '' TERM; echo x > ${traces}; while :; do sleep 0.2; done"
  - name: next
    command: echo never
`;
    await first.call('runs.start', { spec, ...run });
    await eventually(() => existsSync(traces), 'the step has begun');
    await eventually(() => events.some(isNodeChange), 'the engine knows its process');

    await first.call('runs.stop', run);
    await first.kill();
    const [pid = 0] = pidsIn(config);
    const { node, run: ended } = await takeOver(config);

    expect(ended.statusLabel).toBe('aborted');
    expect(node('stubborn').statusLabel).toBe('aborted');
    expect(node('next').statusLabel).toBe('not_started');
    expect(membersOf(pid)).toEqual([]);
  });

  it('counts the time limit of a step from its start', async () => {
    const engine = await engineWithSleeper(
      'steps:\n  - name: sleeper\n    timeout_sec: 3600\n    command: echo up; sleep 60\n',
    );
    await engine.stop();

    const { node } = await takeOver(engine.config, later(HOUR_MS));

    expect(node('sleeper')).toMatchObject({ statusLabel: 'failed', exitCode: 124 });
  });

  it('counts the time limit of a run from its start, and starts nothing when it is over', async () => {
    const traces = join(temporaryFolder('traces'), 'trace');
    const engine = await engineWithSleeper(`type: graph
max_active_steps: 2
timeout_sec: 3600
steps:
  - name: sleeper
    command: echo up; sleep 60
  - name: gate
    command: sleep 0.3
  - name: late
    depends: [gate]
    command: echo x > ${traces}
`);
    await engine.stop();
    const pids = pidsIn(engine.config);
    await eventually(() => !isAlive(pids[1] ?? 0), 'the gate has ended');

    const { node, run: ended } = await takeOver(engine.config, later(HOUR_MS));

    expect(ended.statusLabel).toBe('failed');
    expect(node('sleeper').statusLabel).toBe('aborted');
    expect(node('late').statusLabel).toBe('not_started');
    expect(existsSync(traces)).toBe(false);
  });

  it('goes on with a run of which no step runs', async () => {
    const engine = await engineWithSleeper(
      'steps:\n  - name: sleeper\n    command: echo up; sleep 0.3; echo done\n  - name: next\n    command: echo next\n',
    );
    await engine.stop();
    const [pid = 0] = pidsIn(engine.config);
    await eventually(() => !isAlive(pid), 'the first step has ended');

    const second = await anEngine({ config: engine.config });
    const ended = await runUntil({ engine: second, ...run }, (now) => now.finishedAt !== '');

    expect(ended.nodes.map(({ statusLabel }) => statusLabel)).toEqual(['succeeded', 'succeeded']);
  });
});
