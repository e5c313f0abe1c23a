import { describe, expect, it } from 'vitest';
import type { RunDetail } from '../../../engine/contract/run.ts';
import type { Clock } from '../../../engine/lib/clock.ts';
import { endOf, runUntil, type EndedRun, type RunOfEngine } from '../../support/engine.ts';
import { travelClock } from '../../support/travel-clock.ts';
import {
  aHeldCommand,
  exitIn,
  HOUR_MS,
  later,
  leftRun,
  recordOf,
  setBy,
  store,
  takeOver,
  type HeldCommand,
} from './between-engines.ts';

const DAY_MS = 24 * HOUR_MS;
const isWaiting = ({ statusLabel }: RunDetail): boolean => statusLabel === 'waiting';
const isPausing = (run: RunDetail): boolean => run.nodes[0]?.stage === 'pausing';

/** A run that its engine has left as soon as it met a condition. */
const leftWhen = (spec: string, condition: (run: RunDetail) => boolean): Promise<RunOfEngine> =>
  leftRun(spec, () => true, { first: (run) => runUntil(run, condition) });

async function endHeld(left: RunOfEngine, held: HeldCommand, of = {}): Promise<void> {
  held.letGo();
  await exitIn(recordOf(left.engine.config, of));
}

async function approved(run: RunOfEngine): Promise<EndedRun> {
  await runUntil(run, isWaiting);
  const { name, dagRunId } = run;
  await run.engine.client.call('runs.approve', { name, dagRunId, stepName: 'gate' });
  return endOf(run);
}

describe('the time limit of a run', () => {
  it('counts a step that ran on without an engine, and nothing after it', async () => {
    const held = aHeldCommand();
    const spec = `timeout_sec: 1800
steps: [{name: held, command: "${held.command}"}, {name: next, command: "true"}]`;
    const left = await leftRun(spec, held.isUp);
    await endHeld(left, held);

    const { run } = await endOf(await takeOver(left, later(HOUR_MS)));

    expect(run.statusLabel).toBe('succeeded');
  });

  it('counts what the runs do that it called', async () => {
    const held = aHeldCommand();
    const spec = `timeout_sec: 1800
steps: [{name: caller, call: child}]
---
name: child
steps: [{name: held, command: "${held.command}"}]`;
    const [running, ended] = [await leftRun(spec, held.isUp), await leftRun(spec, held.isUp)];

    const late = await endOf(await takeOver(running, later(HOUR_MS)));
    await endHeld(ended, held, { called: true });
    const inTime = await endOf(await takeOver(ended, later(HOUR_MS)));

    expect(late.run.error).toMatch(/^the run took longer than 1800s/);
    expect(inTime.run.statusLabel).toBe('succeeded');
  });

  it.each([
    ['a run', 'timeout_sec: 3600\nsteps: [{name: gate, type: hitl}]'],
    [
      'a step that calls runs',
      `steps: [{name: caller, call: child, timeout_sec: 3600}]
---
name: child
steps: [{name: gate, type: hitl}]`,
    ],
  ])('of %s counts each time in which an engine is there, and none between', async (_of, spec) => {
    const clock = travelClock('2026-03-01T12:00:00Z');
    const first = async (run: RunOfEngine): Promise<void> => {
      await runUntil(run, isWaiting);
      clock.sleep(HOUR_MS / 2);
    };
    const left = await leftRun(spec, () => true, { clock, first });
    clock.sleep(DAY_MS);

    const second = await takeOver(left, clock);
    await first(second);
    await second.engine.stop();
    clock.sleep(DAY_MS);
    const { run } = await endOf(await takeOver(left, clock));

    expect(run.statusLabel).toBe('failed');
    expect(run.error).toMatch(/^the run took longer than 3600s|timed out after 3600s/);
  });

  it('does not depend on a clock that was set', async () => {
    for (const clock of [setBy(DAY_MS), setBy(-DAY_MS)]) {
      const held = aHeldCommand();
      const spec = `timeout_sec: 3600\nsteps: [{name: held, command: "${held.command}"}]`;
      const second = await takeOver(await leftRun(spec, held.isUp), clock);
      held.letGo();

      expect((await endOf(second)).run.statusLabel).toBe('succeeded');
    }
  });

  it('goes on after a reboot with what had passed before it', async () => {
    const spec = 'timeout_sec: 3600\nsteps: [{name: gate, type: hitl}]';
    const left = await leftWhen(spec, isWaiting);
    afterReboot(left);

    const { run } = await approved(await takeOver(left, later(2 * HOUR_MS)));

    expect(run.statusLabel).toBe('succeeded');
  });

  it('counts from its start by the wall where an older version noted nothing else', async () => {
    const held = aHeldCommand();
    const spec = `timeout_sec: 3600\nsteps: [{name: held, command: "${held.command}"}]`;
    const left = await leftRun(spec, held.isUp);
    store(left.engine.config).change('UPDATE run SET stopwatch = NULL');

    const { run } = await endOf(await takeOver(left, later(HOUR_MS)));

    expect(run.error).toMatch(/^the run took longer than 3600s/);
  });
});

describe('the time limit of a step', () => {
  it('does not depend on a clock that was set', async () => {
    for (const clock of [setBy(DAY_MS), setBy(-DAY_MS)]) {
      const held = aHeldCommand();
      const spec = `steps: [{name: held, command: "${held.command}", timeout_sec: 3600}]`;
      const second = await takeOver(await leftRun(spec, held.isUp), clock);
      held.letGo();

      expect((await endOf(second)).node('held').exitCode).toBe(0);
    }
  });

  it('that calls runs counts what these do, and nothing after it', async () => {
    const held = aHeldCommand();
    const spec = `steps: [{name: caller, call: child, timeout_sec: 1800}]
---
name: child
steps: [{name: held, command: "${held.command}"}, {name: next, command: "true"}]`;
    const left = await leftRun(spec, held.isUp);
    await endHeld(left, held, { called: true });

    const { node } = await endOf(await takeOver(left, later(HOUR_MS)));

    expect(node('caller').statusLabel).toBe('succeeded');
  });

  it('that calls runs is over when these went on for too long without an engine', async () => {
    const held = aHeldCommand();
    const spec = `steps: [{name: caller, call: child, timeout_sec: 1800}]
---
name: child
steps: [{name: held, command: "${held.command}"}]`;
    const left = await leftRun(spec, held.isUp);

    const { node } = await endOf(await takeOver(left, later(HOUR_MS)));

    expect(node('caller')).toMatchObject({ statusLabel: 'failed', exitCode: 124 });
  });

  it('of a gate goes on without an engine, and when the clock is set', async () => {
    const spec = 'steps: [{name: gate, type: hitl, timeout_sec: 3600}]';
    const [late, early] = [await leftWhen(spec, isWaiting), await leftWhen(spec, isWaiting)];

    const { node } = await endOf(await takeOver(late, later(HOUR_MS)));
    const decided = await approved(await takeOver(early, setBy(DAY_MS)));

    expect(node('gate')).toMatchObject({ statusLabel: 'failed', exitCode: 124 });
    expect(decided.run.statusLabel).toBe('succeeded');
  });
});

describe('the minute that a handler has after a stop', () => {
  const tookTooLong = expect.stringMatching(/^the handler took longer than 60s/);

  async function leftInHandler(held: HeldCommand): Promise<RunOfEngine> {
    const spec = `handler_on: {exit: {command: "${held.command}"}}
steps: [{name: gate, type: hitl}]`;
    const first = async (run: RunOfEngine): Promise<void> => {
      await runUntil(run, isWaiting);
      await run.engine.client.call('runs.stop', { name: run.name, dagRunId: run.dagRunId });
    };
    return leftRun(spec, held.isUp, { first });
  }

  it('goes on in the next engine, and its end says what it was', async () => {
    const held = aHeldCommand();

    const { run } = await endOf(await takeOver(await leftInHandler(held), later(60_000)));

    expect(run.onExit).toMatchObject({ statusLabel: 'aborted', error: tookTooLong });
  });

  it('is the same after the time limit of the run', async () => {
    const held = aHeldCommand();
    const spec = `timeout_sec: 1
handler_on: {exit: {command: "${held.command}"}}
steps: [sleep 300]`;

    const { run } = await endOf(await takeOver(await leftRun(spec, held.isUp), later(60_000)));

    expect(run.error).toMatch(/^the run took longer than 1s/);
    expect(run.onExit).toMatchObject({ statusLabel: 'aborted', error: tookTooLong });
  });

  it.each([
    ['a condition was not met', 'preconditions: "false"', ''],
    ['a secret was missing', 'secrets: [{name: KEY, provider: file, key: /nowhere/key}]', ''],
    ['its init failed', '', 'init: "false", '],
  ])('is not that of a run that nobody stopped: %s', async (_why, field, init) => {
    const held = aHeldCommand();
    const spec = `${field}
handler_on: {${init}exit: {command: "${held.command}"}}
steps: ["true"]`;

    const next = await takeOver(await leftRun(spec, held.isUp), later(HOUR_MS));
    await runUntil(next, ({ onExit }) => onExit?.statusLabel === 'running');
    held.letGo();

    expect((await endOf(next)).run.onExit?.statusLabel).toBe('succeeded');
  });

  it('is not over for one that ended in time without an engine, nor when the clock is set', async () => {
    const [ended, running] = [aHeldCommand(), aHeldCommand()];
    const [first, second] = [await leftInHandler(ended), await leftInHandler(running)];
    ended.letGo();
    await exitIn(recordOf(first.engine.config, { position: 1 }));

    const one = await endOf(await takeOver(first, later(HOUR_MS)));
    const other = await takeOver(second, setBy(HOUR_MS));
    running.letGo();

    expect(one.run.onExit?.statusLabel).toBe('succeeded');
    expect((await endOf(other)).run.onExit?.statusLabel).toBe('succeeded');
  });
});

describe('a pause between two attempts', () => {
  const spec = `steps:
  - {name: failing, command: exit 3, retry_policy: {limit: 1, interval_sec: 3600}}`;
  /** And not at once. */
  const endsWithinAnHour =
    ({ now }: Clock) =>
    ({ nodes }: RunDetail): boolean => {
      const left = Date.parse(nodes[0]?.dueAt ?? '') - now();
      return left > HOUR_MS / 2 && left <= HOUR_MS;
    };

  it.each([
    ['forward', setBy(DAY_MS)],
    ['back', setBy(-DAY_MS)],
  ])('is as long as before when the clock is set %s', async (_way, clock) => {
    const second = await takeOver(await leftWhen(spec, isPausing), clock);

    const run = await runUntil(second, endsWithinAnHour(clock));

    expect(isPausing(run)).toBe(true);
  });

  it('goes on without an engine, and over a reboot', async () => {
    for (const between of [() => undefined, afterReboot]) {
      const left = await leftWhen(spec, isPausing);
      between(left);

      const { node } = await endOf(await takeOver(left, later(HOUR_MS)));

      expect(node('failing').attempts).toBe(2);
    }
  });

  it('is never longer than it was, even by a clock that is set back over a reboot', async () => {
    const left = await leftWhen(spec, isPausing);
    afterReboot(left);
    const clock = later(-DAY_MS);

    const run = await runUntil(await takeOver(left, clock), endsWithinAnHour(clock));

    expect(isPausing(run)).toBe(true);
  });
});

/** All that was stored is of another boot of the machine. */
function afterReboot({ engine }: RunOfEngine): void {
  const other = (column: string): string =>
    `${column} = json_replace(${column}, '$.bootId', 'another')`;
  store(engine.config).change(`
    UPDATE run SET ${other('stopwatch')};
    UPDATE attempt SET boot_id = 'another', ${other('stopwatch')};
    UPDATE node SET detail = json_replace(detail, '$.pause.stopwatch.bootId', 'another');
  `);
}
