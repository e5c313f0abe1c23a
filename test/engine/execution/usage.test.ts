import { describe, expect, it } from 'vitest';
import {
  anEngine,
  endOf,
  logOf,
  runToEnd,
  runUntil,
  startInline,
  untilLogHolds,
  type EndedRun,
} from '../../support/engine.ts';

const MEGABYTE = 1_048_576;
const BURN = 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done';
/** Holds memory for a time in which an engine looks more than once. */
const HOLD = `globalThis.held = Buffer.alloc(${100 * MEGABYTE}, 1); setTimeout(() => {}, 2000)`;
const hold = `'${process.execPath}' -e '${HOLD}'`;

/** What a shell says that it has used itself, children included. */
async function timesIn(run: EndedRun, step: string): Promise<number> {
  const times = await logOf(run, step);
  const parts = [...times.matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  );
}

const attemptsOf = async ({ engine, name, dagRunId }: EndedRun, stepName: string) =>
  (await engine.client.call('runs.stepAttempts', { name, dagRunId, stepName })).attempts;

describe('the usage of a step', () => {
  it('has the CPU time of its processes, its children included', async () => {
    const run = await runToEnd(`steps:
  - name: burn
    script: |
      #!/bin/sh
      /bin/sh -c '${BURN}'
      ${BURN}
      times
`);

    const cpuMs = run.node('burn').usage?.cpuMs ?? 0;

    const own = await timesIn(run, 'burn');
    expect(own).toBeGreaterThan(0);
    // Each of the four figures of the shell is cut off to ten milliseconds, and it goes on after its last word.
    expect(cpuMs).toBeGreaterThan(own - 20);
    expect(cpuMs).toBeLessThan(2 * own + 40);
  });

  it('has the most memory that its processes had', async () => {
    const run = await runToEnd(`steps:\n  - name: hold\n    command: ${JSON.stringify(hold)}\n`);

    const { peakMemoryBytes = 0 } = run.node('hold').usage ?? {};

    expect(peakMemoryBytes).toBeGreaterThan(100 * MEGABYTE);
    expect(peakMemoryBytes).toBeLessThan(250 * MEGABYTE);
  });

  it('is that of the last attempt, and each attempt has its own', async () => {
    const run = await runToEnd(`steps:
  - name: again
    command: 'if [ -e tried ]; then exit 0; fi; touch tried; ${BURN}; ${BURN}; exit 1'
    retry_policy: { limit: 1, interval_sec: 0 }
`);

    const attempts = await attemptsOf(run, 'again');

    const [first = 0, second = 0] = attempts.map(({ usage }) => usage?.cpuMs ?? -1);
    expect(attempts.map(({ cause, exitCode }) => [cause, exitCode])).toEqual([
      ['first', 1],
      ['retry', 0],
    ]);
    expect(first).toBeGreaterThan(0);
    expect(second).toBeLessThan(first);
    expect(run.node('again').usage?.cpuMs).toBe(second);
  });

  it('is measured for masked output as for any other, without the filter', async () => {
    process.env['USAGE_TOKEN'] = 'hunter2-hunter2';
    const run = await runToEnd(`secrets:
  - name: TOKEN
    provider: env
    key: USAGE_TOKEN
steps:
  - name: quiet
    command: ${BURN}; sleep 1
`);

    expect(run.run.statusLabel).toBe('succeeded');
    expect(run.node('quiet').usage?.cpuMs).toBeGreaterThan(0);
    // The filter alone would have more.
    expect(run.node('quiet').usage?.peakMemoryBytes).toBeLessThan(20 * MEGABYTE);
  });

  it('is measured through a change of engines', async () => {
    const engine = await anEngine();
    const spec = `steps:\n  - name: hold\n    command: ${JSON.stringify(`${BURN}; echo up; ${hold}`)}\n`;
    const started = await startInline(spec, { engine });
    await untilLogHolds(started, 'hold', 'up');
    await engine.stop();

    const next = await anEngine({ config: engine.config });
    const run = await endOf({ ...started, engine: next });

    expect(run.node('hold').usage?.cpuMs).toBeGreaterThan(0);
    expect(run.node('hold').usage?.peakMemoryBytes).toBeGreaterThan(100 * MEGABYTE);
  });

  it('is told of a step that its time limit ended', async () => {
    const run = await runToEnd(`steps:
  - name: late
    command: ${BURN}; sleep 60
    timeout_sec: 1
`);

    expect(run.node('late')).toMatchObject({ statusLabel: 'failed', exitCode: 124 });
    expect(run.node('late').usage?.cpuMs).toBeGreaterThan(0);
  });

  it('is null while the step runs, for one whose launcher was killed, and for one without processes', async () => {
    const started = await startInline(`steps:
  - name: killed
    command: echo up; sleep 1; kill -9 0
    continue_on: { failure: true }
  - name: call
    call: child
---
name: child
steps:
  - command: "true"
`);
    await untilLogHolds(started, 'killed', 'up');
    const live = await runUntil(started, () => true);

    const ended = await endOf(started);

    expect(live.nodes[0]).toMatchObject({ statusLabel: 'running', usage: null });
    expect(ended.node('killed')).toMatchObject({ statusLabel: 'failed', usage: null });
    expect(ended.node('call')).toMatchObject({ statusLabel: 'succeeded', usage: null });
  });
});
