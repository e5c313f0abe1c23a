import { describe, expect, it } from 'vitest';
import { anEngine, endOf, logOf, runToEnd, startInline } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';

describe('a rescheduled run', () => {
  it('is a new one with the definition and the parameters of the first', async () => {
    const spec = 'params: [{A: one}, {B: two}]\nsteps:\n  - {name: show, command: "echo $A-$B"}\n';
    const first = await runToEnd(spec, { params: '{"B": "x y"}' });
    const { client } = first.engine;

    const again = await client.call('runs.reschedule', { ...first, newDagRunId: 'again' });
    const second = { ...first, dagRunId: again.dagRunId };
    const { run } = await endOf(second);

    expect(again).toEqual({ dagRunId: 'again', queued: false });
    expect(run).toMatchObject({ triggerType: 'retry', params: '{"B": "x y"}', attempt: 1 });
    expect(await logOf(second, 'show')).toBe('one-x y');
  });

  it('has other parameters where it is given them, and the rest of the first', async () => {
    const spec =
      'params: [{A: one}, {B: two}, {C: three}]\nsteps:\n  - {name: show, command: "echo $A-$B-$C"}\n';
    const first = await runToEnd(spec, { params: '{"B": "x y"}' });
    const { client } = first.engine;
    const again = (params: Record<string, string>) =>
      client.call('runs.reschedule', { ...first, params });

    const { dagRunId } = await again({ A: '1', B: '"2"' });
    const second = { ...first, dagRunId };
    await endOf(second);

    expect(await logOf(second, 'show')).toBe('1-"2"-three');
    await expect(again({ NONE: 'x' })).rejects.toThrow(
      'The run has no parameter NONE: it has B, A, C.',
    );
  });

  it('is refused beside an active run of the DAG, unless it is told not to look', async () => {
    const first = await runToEnd('steps:\n  - {name: show, command: echo}\n');
    const { engine, name } = first;
    await startInline('steps:\n  - {name: long, command: sleep 60}\n', { engine, name });

    const refused = engine.client.call('runs.reschedule', first);
    await expect(refused).rejects.toMatchObject({ code: 'max_run_reached' });
    const again = await engine.client.call('runs.reschedule', { ...first, singleton: false });

    expect(again).toMatchObject({ queued: false });
  });

  it('has other positional parameters by their places', async () => {
    const first = await runToEnd(
      'params: "one two"\nsteps:\n  - {name: show, command: "echo $1-$2"}\n',
    );

    const { dagRunId } = await first.engine.client.call('runs.reschedule', {
      ...first,
      params: { 2: 'b c' },
    });
    await endOf({ ...first, dagRunId });

    expect(await logOf({ ...first, dagRunId }, 'show')).toBe('one-b c');
  });

  it('starts from the folder that was given to the first', async () => {
    const engine = await anEngine();
    const defaultWorkingDir = temporaryFolder('home');
    const spec = 'steps:\n  - {name: where, command: pwd}\n';
    const { client } = engine;
    const given = { spec, name: 'test', dagRunId: 'one', defaultWorkingDir };
    await client.call('runs.start', given);
    await endOf({ engine, ...given });

    const { dagRunId } = await client.call('runs.reschedule', { name: 'test', dagRunId: 'one' });
    const second = await endOf({ engine, name: 'test', dagRunId });

    expect(await logOf(second, 'where')).toBe(defaultWorkingDir);
  });

  it('names a wrong id as the body does', async () => {
    const first = await runToEnd('steps: []\n');

    const answer = first.engine.client.call('runs.reschedule', { ...first, newDagRunId: 'bad id' });

    await expect(answer).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringMatching(/^dagRunId: /),
      extras: { details: { fields: { dagRunId: expect.any(String) } } },
    });
  });

  it('is refused while a run of the DAG is active', async () => {
    const engine = await anEngine();
    const first = await runToEnd('steps: []\n', { engine });
    const second = await startInline('steps:\n  - {type: hitl}\n', { engine });

    const answer = engine.client.call('runs.reschedule', first);

    await expect(answer).rejects.toMatchObject({ code: 'max_run_reached' });
    await engine.client.call('runs.stop', second);
    await endOf(second);
  });
});
