import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../engine/lib/clock.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import {
  anEngine,
  endOf,
  eventsOf,
  eventually,
  runToEnd,
  startInline,
  type TestEngine,
} from '../../support/engine.ts';
import { temporaryConfig } from '../../support/home.ts';

const DAY_MS = 86_400_000;

/** The real clock, moved as if time had passed; waits of an hour and more are over when a test says so. */
function movableClock() {
  let days = 0;
  let setDays = 0;
  const longWaits = new Set<() => void>();
  const clock: Clock = {
    now: () => systemClock.now() + (days + setDays) * DAY_MS,
    elapsed: () => systemClock.elapsed() + days * DAY_MS,
    slept: systemClock.slept,
    after: (delayMs, callback) => {
      if (delayMs < 3_600_000) return systemClock.after(delayMs, callback);
      longWaits.add(callback);
      return () => longWaits.delete(callback);
    },
  };
  return {
    clock,
    pass: (more: number) => (days += more),
    /** As if somebody had set the clock, and no time had passed. */
    set: (more: number) => (setDays += more),
    wake: () => {
      const due = [...longWaits];
      longWaits.clear();
      for (const callback of due) callback();
    },
  };
}

const keeping = (days: number): string =>
  `hist_retention_days: ${days}\nsteps:\n  - command: echo x\n`;
const idsIn = async (engine: TestEngine): Promise<string[]> =>
  (await engine.client.call('runs.list', {})).dagRuns.map(({ dagRunId }) => dagRunId);

describe('`hist_retention_days`', () => {
  it('of 0 removes a run and its logs as soon as it ends', async () => {
    const engine = await anEngine();
    const events = eventsOf(engine);
    await startInline(keeping(0), { engine, name: 'short', dagRunId: 'one' });

    await eventually(() => events.some(({ type }) => type === 'run.removed'), 'it is removed');

    const ended = events.findIndex(
      (event) => event.type === 'run.changed' && event.run.statusLabel === 'succeeded',
    );
    const [last] = events.slice(-1);
    expect(ended).toBeGreaterThan(-1);
    expect(last).toEqual({ type: 'run.removed', name: 'short', dagRunId: 'one' });
    expect(await idsIn(engine)).toEqual([]);
    const changed = events[ended];
    const log = changed?.type === 'run.changed' ? changed.run.log : '';
    await eventually(() => !existsSync(dirname(log)), 'its logs are gone');
  });

  it('removes older runs of the same DAG after each run, and keeps those of others', async () => {
    const { clock, pass } = movableClock();
    const engine = await anEngine({ clock });
    await runToEnd(keeping(7), { engine, name: 'weekly', dagRunId: 'old' });
    await runToEnd(keeping(7), { engine, name: 'other', dagRunId: 'others' });
    pass(6);
    await runToEnd(keeping(7), { engine, name: 'weekly', dagRunId: 'middle' });
    expect(await idsIn(engine)).toEqual(['middle', 'others', 'old']);

    pass(2);
    await runToEnd(keeping(7), { engine, name: 'weekly', dagRunId: 'new' });

    await eventually(async () => (await idsIn(engine)).length === 3, 'the old run is removed');
    expect(await idsIn(engine)).toEqual(['new', 'middle', 'others']);
  });

  it('of -1 keeps runs for ever', async () => {
    const { clock, pass, wake } = movableClock();
    const engine = await anEngine({ clock });
    await runToEnd(keeping(-1), { engine, name: 'kept', dagRunId: 'one' });

    pass(100_000);
    await runToEnd(keeping(-1), { engine, name: 'kept', dagRunId: 'two' });
    wake();
    await runToEnd(keeping(30), { engine, name: 'beside', dagRunId: 'three' });

    expect(await idsIn(engine)).toEqual(['three', 'two', 'one']);
  });

  it('is looked at once a day and at the start, without any run', async () => {
    const { clock, pass, wake } = movableClock();
    const config = temporaryConfig();
    const first = await anEngine({ config, clock });
    await runToEnd(keeping(1), { engine: first, name: 'a', dagRunId: 'one' });
    await runToEnd(keeping(3), { engine: first, name: 'b', dagRunId: 'two' });

    pass(2);
    wake();
    await eventually(async () => (await idsIn(first)).join() === 'two', 'a day has passed');
    pass(2);
    await first.stop();
    const second = await anEngine({ config, clock });

    await eventually(async () => (await idsIn(second)).length === 0, 'the start has looked');
  });

  it('never touches a run that is under way', async () => {
    const { clock, pass, wake } = movableClock();
    const engine = await anEngine({ clock });
    const started = await startInline(
      'hist_retention_days: 1\nsteps:\n  - command: while [ ! -e go ]; do sleep 0.02; done\n',
      { engine, name: 'long', dagRunId: 'one' },
    );

    pass(50);
    wake();
    const { dagRun } = await engine.client.call('runs.get', started);
    await engine.client.call('runs.stop', started);

    expect(dagRun.statusLabel).toBe('running');
    expect((await endOf(started)).run.statusLabel).toBe('aborted');
  });
});

describe('the history of a stored DAG', () => {
  const run = { name: 'kept', dagRunId: 'one' };
  const failing = (days: number) => `hist_retention_days: ${days}\nsteps:\n  - command: "false"\n`;

  /** An engine with a DAG whose run has ended long ago. */
  async function withOldRun(days: number, { passedDays = 100 } = {}) {
    const { clock, pass } = movableClock();
    const engine = await anEngine({ clock });
    await engine.client.call('dags.create', { name: 'kept', spec: failing(days) });
    await engine.client.call('dags.start', { fileName: 'kept', dagRunId: 'one' });
    await endOf({ engine, ...run });
    pass(passedDays);
    return engine;
  }

  /** What runs have to be deleted is looked for in the order of their ends. */
  async function allIsLookedAt(engine: TestEngine): Promise<void> {
    const events = eventsOf(engine);
    await startInline(keeping(0), { engine, name: 'passing', dagRunId: 'after' });
    const isGone = () =>
      events.some((event) => event.type === 'run.removed' && event.name === 'passing');
    await eventually(isGone, 'the run after it is removed');
  }

  it('is kept as its file says, whatever a draft of the same name says, which is kept as it says itself', async () => {
    const engine = await withOldRun(-1);

    await runToEnd(keeping(7), { engine, name: 'kept', dagRunId: 'week' });
    await runToEnd(keeping(0), { engine, name: 'kept', dagRunId: 'draft' });
    await allIsLookedAt(engine);

    expect(await idsIn(engine)).toEqual(['week', 'one']);
  });

  it('is found by the name that the file gives it', async () => {
    const engine = await anEngine();
    await engine.client.call('dags.create', { name: 'file', spec: `name: kept\n${failing(-1)}` });
    await engine.client.call('dags.start', { fileName: 'file', dagRunId: 'one' });
    await endOf({ engine, ...run });

    await runToEnd(keeping(0), { engine, name: 'kept', dagRunId: 'draft' });
    await allIsLookedAt(engine);

    expect(await idsIn(engine)).toEqual(['one']);
  });

  it('is kept as its file says now, also after a retry of an earlier run', async () => {
    const engine = await withOldRun(1);
    await engine.client.call('dags.updateSpec', { fileName: 'kept', spec: failing(-1) });
    await engine.client.call('dags.start', { fileName: 'kept', dagRunId: 'two' });
    await endOf({ engine, name: 'kept', dagRunId: 'two' });
    expect(await idsIn(engine)).toEqual(['two', 'one']);

    await engine.client.call('runs.retry', run);
    await endOf({ engine, ...run });
    await allIsLookedAt(engine);

    expect(await idsIn(engine)).toEqual(['two', 'one']);
  });

  it('is kept as its file said last while that cannot be loaded', async () => {
    const engine = await withOldRun(7, { passedDays: 2 });
    const { dagsDir } = engine.config.paths;
    await engine.client.call('dags.updateSpec', { fileName: 'kept', spec: failing(-1) });
    await engine.client.call('dags.start', { fileName: 'kept', dagRunId: 'two' });
    writeFileSync(join(dagsDir, 'kept.yaml'), 'hist_retention_days: 1\nsteps: {');

    await endOf({ engine, name: 'kept', dagRunId: 'two' });
    await allIsLookedAt(engine);

    expect(await idsIn(engine)).toEqual(['two', 'one']);
  });

  it('goes when its file says so, although it kept more when its runs began', async () => {
    const engine = await withOldRun(-1);
    await engine.client.call('dags.updateSpec', { fileName: 'kept', spec: failing(7) });

    await engine.client.call('dags.start', { fileName: 'kept', dagRunId: 'two' });
    await endOf({ engine, name: 'kept', dagRunId: 'two' });
    await allIsLookedAt(engine);

    expect(await idsIn(engine)).toEqual(['two']);
  });
});

describe('a clock that is wrong for a while', () => {
  const spec = keeping(7);

  /** An engine with a run and a line of the audit log, and what is left of them when all was looked at. */
  async function aHome() {
    const { clock, pass, set, wake } = movableClock();
    const engine = await anEngine({ clock });
    await engine.client.call('dags.create', { name: 'kept', spec });
    await engine.client.call('dags.start', { fileName: 'kept', dagRunId: 'one' });
    await endOf({ engine, name: 'kept', dagRunId: 'one' });
    const left = async () => ({
      runs: await idsIn(engine),
      audit: (await engine.client.call('audit.list', {})).entries.length > 1,
    });
    const events = eventsOf(engine);
    const looked = async (dagRunId: string): Promise<void> => {
      wake();
      await startInline(keeping(0), { engine, name: 'zz', dagRunId });
      const isGone = () =>
        events.some((event) => event.type === 'run.removed' && event.dagRunId === dagRunId);
      await eventually(isGone, 'a run that is not kept at all goes at once');
    };
    return { engine, clock, pass, set, left, looked };
  }

  it('deletes nothing but what is not kept at all, and is said by health, doctor and log', async () => {
    const { engine, set, left, looked, pass } = await aHome();
    const events = eventsOf(engine);

    set(400);
    await looked('passing');

    expect(await left()).toEqual({ runs: ['one'], audit: true });
    const notice = expect.stringMatching(/^Nothing is deleted for its age until .* 400 days more/);
    const health = await engine.client.call('system.health', {});
    expect(health).toMatchObject({ status: 'healthy', notice });
    await eventually(() => events.some(({ type }) => type === 'health.changed'), 'it is told');
    const { findings } = await engine.client.call('system.doctor', {});
    expect(findings).toContainEqual({
      check: 'clock',
      level: 'warning',
      message: notice,
      fix: expect.stringContaining('Set the clock'),
    });
    expect(engine.complaints.map(({ message }) => message)).toContainEqual(notice);
    set(-400);
    expect(await engine.client.call('system.health', {})).not.toHaveProperty('notice');
    pass(8);
    await looked('again');
    await eventually(async () => (await left()).runs.length === 0, 'what is old goes');
  });

  it('deletes nothing at once after a start, however it was before', async () => {
    const { engine, clock, pass } = await aHome();
    await engine.stop();
    pass(10);

    const next = await anEngine({ config: engine.config, clock });
    await next.client.call('runs.start', { spec: keeping(0), name: 'zz', dagRunId: 'two' });
    await endOf({ engine: next, name: 'zz', dagRunId: 'two' }).catch(() => undefined);

    expect((await next.client.call('runs.list', { name: 'kept' })).dagRuns).toHaveLength(1);
    expect((await next.client.call('system.health', {})).notice).toContain('10 days');
    expect(next.complaints.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('10 days'),
    );
    pass(1);
    await next.client.call('dags.start', { fileName: 'kept', dagRunId: 'new' });
    await endOf({ engine: next, name: 'kept', dagRunId: 'new' });
    await eventually(async () => (await idsIn(next)).join() === 'new', 'a day later it goes');
  });
});

describe('the audit log', () => {
  it('forgets daily what is older than `audit.retention_days`', async () => {
    const { clock, pass, wake } = movableClock();
    const audit = { enabled: true, retentionDays: 3 };
    const engine = await anEngine({ clock, config: temporaryConfig({ audit }) });
    const targets = async (): Promise<string[]> =>
      (await engine.client.call('audit.list', {})).entries.map(({ target }) => target);
    await engine.client.call('dags.create', { name: 'old' });
    pass(2);
    await engine.client.call('dags.create', { name: 'newer' });
    pass(2);
    expect(await targets()).toEqual(['newer', 'old']);

    wake();

    await eventually(async () => (await targets()).length === 1, 'the old line is gone');
    expect(await targets()).toEqual(['newer']);
  });
});
