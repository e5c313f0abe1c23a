import { utimesSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import type { EngineEvent } from '../../../engine/contract/events.ts';
import { endOf, eventsOf, type RunOfEngine } from '../../support/engine.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { killGroup } from '../../support/processes.ts';
import {
  aHeldCommand,
  exitIn,
  HOUR_MS,
  later,
  leftRun,
  recordOf,
  store,
  takeOver,
} from './between-engines.ts';

const iso = (ms: number): string => new Date(ms).toISOString();

const attemptsOf = async ({ engine, name, dagRunId }: RunOfEngine, stepName: string) =>
  (await engine.client.call('runs.stepAttempts', { name, dagRunId, stepName })).attempts;

const isNoted = async ({ engine, name, dagRunId }: RunOfEngine): Promise<boolean> =>
  (await engine.client.call('runs.log', { name, dagRunId })).content.includes('step started');

describe('a step that ended while no engine ran', () => {
  it('ended when its record says so, and so did its run', async () => {
    const held = aHeldCommand();
    const left = await leftRun(`steps: [{name: held, command: "${held.command}"}]`, held.isUp);
    held.letGo();
    const ended = iso(await exitIn(recordOf(left.engine.config)));

    const second = await takeOver(left, later(HOUR_MS));
    const events = eventsOf(second.engine);
    const { run, node } = await endOf(second);

    expect(run).toMatchObject({ statusLabel: 'succeeded', finishedAt: ended });
    expect(node('held').finishedAt).toBe(ended);
    expect(await attemptsOf(second, 'held')).toMatchObject([{ finishedAt: ended }]);
    expect(lastEndIn(events)).toBe(ended);
    expect(await durationsOf(second)).toBeLessThan(HOUR_MS / 1000);
  });

  it('is not the end of a run that has handlers still to run', async () => {
    const held = aHeldCommand();
    const left = await leftRun(
      `
handler_on: {exit: {command: "true"}}
steps: [{name: held, command: "${held.command}"}]
`,
      held.isUp,
    );
    held.letGo();
    const ended = iso(await exitIn(recordOf(left.engine.config)));
    const tookOver = iso(systemClock.now() + HOUR_MS);

    const { run, node } = await endOf(await takeOver(left, later(HOUR_MS)));

    expect(node('held').finishedAt).toBe(ended);
    expect(run.finishedAt >= tookOver).toBe(true);
    expect(run.onExit).toMatchObject({ statusLabel: 'succeeded' });
  });

  it('runs again after the takeover, and its pause counts from its end', async () => {
    const held = aHeldCommand();
    const left = await leftRun(
      `
steps: [{name: held, command: "${held.command}; exit 3", retry_policy: {limit: 1, interval_sec: 3600}}]
`,
      held.isUp,
    );
    held.letGo();
    const ended = iso(await exitIn(recordOf(left.engine.config)));
    const tookOver = iso(systemClock.now() + HOUR_MS);

    const second = await takeOver(left, later(HOUR_MS));
    const { run } = await endOf(second);
    const [first, again] = await attemptsOf(second, 'held');

    expect(first).toMatchObject({ finishedAt: ended, exitCode: 3 });
    expect(again).toMatchObject({ cause: 'retry', exitCode: 3 });
    expect((again?.startedAt ?? '') >= tookOver).toBe(true);
    expect(run.finishedAt >= tookOver).toBe(true);
  });

  it('is the end of the run that its run was called by', async () => {
    const held = aHeldCommand();
    const left = await leftRun(
      `
steps: [{name: caller, call: child}]
---
name: child
steps: [{name: held, command: "${held.command}"}]
`,
      held.isUp,
    );
    held.letGo();
    const ended = iso(await exitIn(recordOf(left.engine.config, { called: true })));

    const second = await takeOver(left, later(HOUR_MS));
    const { run, node } = await endOf(second);

    expect(run).toMatchObject({ statusLabel: 'succeeded', finishedAt: ended });
    expect(node('caller').finishedAt).toBe(ended);
    expect(node('caller').subRuns).toMatchObject([{ finishedAt: ended }]);
  });

  it('is not the end of a call that has more to call', async () => {
    const held = aHeldCommand();
    const left = await leftRun(
      `
steps: [{name: caller, call: child, parallel: {items: [a, b], max_concurrent: 1}}]
---
name: child
steps: [{name: held, command: "${held.command}"}]
`,
      held.isUp,
    );
    held.letGo();
    const ended = iso(await exitIn(recordOf(left.engine.config, { called: true })));
    const tookOver = iso(systemClock.now() + HOUR_MS);

    const { run, node } = await endOf(await takeOver(left, later(HOUR_MS)));
    const [first, second] = node('caller').subRuns;

    expect(first).toMatchObject({ finishedAt: ended });
    expect((second?.startedAt ?? '') >= tookOver).toBe(true);
    expect(node('caller').finishedAt >= (second?.startedAt ?? '')).toBe(true);
    expect(run.finishedAt >= tookOver).toBe(true);
  });

  it('keeps its end although the time of its run is over by then', async () => {
    const [quick, slow] = [aHeldCommand(), aHeldCommand()];
    const left = await leftRun(
      `
type: graph
max_active_steps: 2
timeout_sec: 1800
steps:
  - {name: quick, command: "${quick.command}"}
  - {name: held, command: "${slow.command}"}
`,
      () => quick.isUp() && slow.isUp(),
    );
    quick.letGo();
    const ended = iso(await exitIn(recordOf(left.engine.config)));

    const { run, node } = await endOf(await takeOver(left, later(HOUR_MS)));

    expect(run).toMatchObject({ statusLabel: 'failed' });
    expect(run.error).toMatch(/^the run took longer than 1800s/);
    expect(node('quick')).toMatchObject({ statusLabel: 'succeeded', finishedAt: ended });
    expect(node('held').statusLabel).toBe('aborted');
  });

  it('was in time or late by what its record says', async () => {
    for (const [tookSec, exitCode] of [
      [3599, 0],
      [3600, 124],
    ] as const) {
      const held = aHeldCommand();
      const left = await leftRun(
        `steps: [{name: held, command: "${held.command}", timeout_sec: 3600}]`,
        held.isUp,
      );
      held.letGo();
      const record = recordOf(left.engine.config);
      await exitIn(record);
      const began = store(left.engine.config).value("SELECT stopwatch ->> 'at' FROM attempt");
      const ended = Number(began) / 1000 + tookSec;
      utimesSync(record, ended, ended);

      const { node } = await endOf(await takeOver(left, later(2 * HOUR_MS)));

      expect(node('held').exitCode).toBe(exitCode);
    }
  });

  it('and left no exit ended nobody knows when, and the last sign of it is told', async () => {
    const held = aHeldCommand();
    const left = await leftRun(
      `steps: [{name: held, command: "${held.command}"}]`,
      held.isUp,
      // The command may be up before its process is noted.
      { first: (run) => eventually(() => isNoted(run), 'its process is noted') },
    );
    killGroup(Number(store(left.engine.config).value('SELECT pid FROM attempt')));
    const killed = iso(systemClock.now());

    const { run, node } = await endOf(await takeOver(left, later(HOUR_MS)));

    const { finishedAt, startedAt, error } = node('held');
    expect(finishedAt >= startedAt && finishedAt <= killed).toBe(true);
    expect(error).toContain(`; last seen: ${finishedAt}`);
    expect(run.finishedAt).toBe(finishedAt);
  });
});

describe('a run that was to be judged when its engine was killed', () => {
  it('ended with its step, not when that was judged', async () => {
    const held = aHeldCommand();
    const left = await leftRun(`steps: [{name: held, command: "${held.command}"}]`, held.isUp);
    const at = systemClock.now();
    const { change } = store(left.engine.config);
    held.letGo();
    await exitIn(recordOf(left.engine.config));
    const end = { status: 'succeeded', timedOut: false, unknownExit: false, at };
    change(`UPDATE attempt SET finished_at = ${at}, exit_code = 0`);
    change(
      `UPDATE node SET stage = 'judging', exit_code = 0, detail = '${JSON.stringify({ end })}'`,
    );

    const { run, node } = await endOf(await takeOver(left, later(HOUR_MS)));

    expect(node('held').finishedAt).toBe(iso(at));
    expect(run.finishedAt).toBe(iso(at));
  });
});

function lastEndIn(events: readonly EngineEvent[]): string | undefined {
  return events.findLast((event) => event.type === 'run.changed')?.run.finishedAt;
}

async function durationsOf({ engine }: RunOfEngine): Promise<number> {
  const text = await engine.client.call('system.metrics', {});
  return Number(/^svc_dag_run_duration_seconds_sum\{dag="test"\} (.+)$/m.exec(text)?.[1]);
}
