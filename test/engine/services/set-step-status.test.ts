import { describe, expect, it } from 'vitest';
import { runUntil, runToEnd, startInline, type RunOfEngine } from '../../support/engine.ts';

/** Sets a step by hand, and gives what the run is then. */
async function set(run: RunOfEngine, stepName: string, status: 2 | 4) {
  const { engine, name, dagRunId } = run;
  await engine.client.call('runs.setStepStatus', { name, dagRunId, stepName, status });
  const { dagRun } = await engine.client.call('runs.get', { name, dagRunId });
  return { statusLabel: dagRun.statusLabel, error: dagRun.error };
}

describe('a step of an ended run that is set by hand', () => {
  it('makes a run that was stopped what its steps say, there and back', async () => {
    const started = await startInline('steps:\n  - {name: a, command: sleep 600}\n');
    await runUntil(started, ({ nodes: [a] }) => a?.statusLabel === 'running');
    await started.engine.client.call('runs.stop', started);
    await runUntil(started, ({ statusLabel }) => statusLabel === 'aborted');

    expect(await set(started, 'a', 4)).toEqual({ statusLabel: 'succeeded', error: '' });
    expect(await set(started, 'a', 2)).toEqual({ statusLabel: 'aborted', error: 'stopped' });
    expect(await set(started, 'a', 4)).toEqual({ statusLabel: 'succeeded', error: '' });
  });

  it.each([
    { cause: 'a precondition', root: 'preconditions: [{condition: a, expected: b}]' },
    { cause: 'an init handler', root: 'handler_on: {init: {command: "false"}}' },
  ])('fixes a run that $cause did not let begin, once all of them are', async ({ root }) => {
    const run = await runToEnd(
      `${root}\nsteps:\n  - {name: a, command: ls}\n  - {name: b, command: ls}\n`,
    );
    const { statusLabel, error } = run.run;
    expect(statusLabel).toBe('aborted');

    expect(await set(run, 'a', 4)).toEqual({ statusLabel: 'aborted', error });
    expect(await set(run, 'b', 4)).toEqual({ statusLabel: 'succeeded', error: '' });
    expect((await set(run, 'a', 2)).statusLabel).toBe('aborted');
  });
});
