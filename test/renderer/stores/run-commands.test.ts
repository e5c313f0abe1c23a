import { describe, expect, it } from 'vitest';
import { useStoppedClock } from '../support/scripted-engine.ts';
import { aRunStore, identity } from './a-run-store.ts';

describe('what is done to a run', () => {
  useStoppedClock(0);

  const outputs = {
    metadata: {
      dagName: 'etl',
      dagRunId: 'r1',
      attemptId: 'a1',
      status: 'succeeded' as const,
      completedAt: '',
      params: '{}',
    },
    outputs: { rows: '7' },
  };

  it('gives its answer, and forgets the last problem when it begins', async () => {
    const { store } = await aRunStore();
    await store.getState().attempt(() => Promise.reject(new Error('It has ended.')));
    expect(store.getState().problem).toBe('It has ended.');

    expect(await store.getState().attempt(() => Promise.resolve(7))).toBe(7);
    expect(store.getState().problem).toBeUndefined();
  });

  it('gives nothing when it is refused, with the reason until it is dismissed', async () => {
    const { store } = await aRunStore();

    expect(await store.getState().attempt(() => Promise.reject(new Error('No.')))).toBeUndefined();
    store.getState().dismiss();

    expect(store.getState().problem).toBeUndefined();
  });

  it('loads its outputs and its definition, and keeps them when that fails later', async () => {
    const { engine, store } = await aRunStore();
    engine.answers['runs.outputs'] = () => outputs;
    engine.answers['runs.spec'] = () => ({ spec: 'steps: []' });

    await store.getState().loadOutputs();
    await store.getState().loadSpec();
    expect(store.getState()).toMatchObject({ outputs, spec: 'steps: []' });
    expect(engine.asked('runs.outputs')).toEqual([identity]);
    expect(engine.asked('runs.spec')).toEqual([identity]);

    engine.refuse('runs.outputs', 'Gone.');
    engine.refuse('runs.spec', 'Gone too.');
    await store.getState().loadOutputs();
    await store.getState().loadSpec();
    expect(store.getState()).toMatchObject({ outputs, spec: 'steps: []', problem: 'Gone too.' });
  });
});
