import { describe, expect, it } from 'vitest';
import { createStepStore, knownAttempts } from '../../../renderer/features/runs/step-store.ts';
import { attemptsOf, variables } from '../support/language-fixtures.ts';
import { arrive, scriptedEngine, useStoppedClock } from '../support/scripted-engine.ts';

const run = { name: 'etl', dagRunId: 'r1' };
const attempts = attemptsOf(0);

describe('what is known of a step', () => {
  useStoppedClock(0);

  function aStepStore() {
    const engine = scriptedEngine({
      'runs.stepAttempts': () => ({ attempts }),
      'runs.stepEnvironment': () => ({ variables }),
    });
    return { engine, store: createStepStore(engine.connection, run) };
  }

  it('is fetched when somebody looks, for each step by itself', async () => {
    const { engine, store } = aStepStore();
    expect(store.getState().attempts.size + store.getState().environments.size).toBe(0);

    await store.getState().loadAttempts('load');
    await store.getState().loadEnvironment('load');
    await store.getState().loadAttempts('check');

    const ready = { phase: 'ready', value: attempts };
    expect([...store.getState().attempts]).toEqual([
      ['load', ready],
      ['check', ready],
    ]);
    expect([...store.getState().environments]).toEqual([
      ['load', { phase: 'ready', value: variables }],
    ]);
    expect(engine.asked('runs.stepAttempts')).toEqual([
      { ...run, stepName: 'load' },
      { ...run, stepName: 'check' },
    ]);
    expect(engine.asked('runs.stepEnvironment')).toEqual([{ ...run, stepName: 'load' }]);
  });

  it('is on its way at first, and stays what it was when it is fetched again', async () => {
    const { engine, store } = aStepStore();
    const loaded = () => store.getState().attempts.get('load');

    const first = store.getState().loadAttempts('load');
    expect(loaded()).toEqual({ phase: 'loading' });
    await first;

    const answer = engine.hold('runs.stepAttempts');
    const again = store.getState().loadAttempts('load');
    await arrive();
    expect(loaded()).toEqual({ phase: 'ready', value: attempts });
    answer.resolve({ attempts: [] });
    await again;
    expect(loaded()).toEqual({ phase: 'ready', value: [] });
  });

  it('is asked of a sub-run below its first caller', async () => {
    const engine = scriptedEngine({
      'runs.stepMessages': () => ({ messages: [] }),
      'subRuns.stepMessages': () => ({ messages: [{ role: 'user', content: 'Hi' }] }),
    });
    const root = { name: 'nightly', dagRunId: 'root' };

    const own = createStepStore(engine.connection, run);
    const below = createStepStore(engine.connection, { ...run, root });
    await own.getState().loadMessages('ask');
    await below.getState().loadMessages('ask');

    expect(own.getState().messages.get('ask')).toEqual({ phase: 'ready', value: [] });
    expect(below.getState().messages.get('ask')).toEqual({
      phase: 'ready',
      value: [{ role: 'user', content: 'Hi' }],
    });
    expect(engine.asked('subRuns.stepMessages')).toEqual([
      { ...root, subDAGRunId: 'r1', stepName: 'ask' },
    ]);
  });

  it('says why it could not be had', async () => {
    const { engine, store } = aStepStore();
    engine.refuse('runs.stepEnvironment', 'You may not.', 'forbidden');

    await store.getState().loadEnvironment('load');

    expect(store.getState().environments.get('load')).toEqual({
      phase: 'failed',
      message: 'You may not.',
    });
  });

  it('has no attempts that are known until they are there', async () => {
    const { store } = aStepStore();
    expect(knownAttempts(store.getState(), 'load')).toEqual([]);

    const loading = store.getState().loadAttempts('load');
    expect(knownAttempts(store.getState(), 'load')).toEqual([]);
    await loading;

    expect(knownAttempts(store.getState(), 'load')).toBe(attempts);
  });
});
