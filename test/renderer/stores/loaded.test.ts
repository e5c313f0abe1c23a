import { describe, expect, it } from 'vitest';
import { createLoadedStore } from '../../../renderer/features/settings/loaded-store.ts';
import { spec } from './a-dag.ts';
import { arrive, scriptedEngine, useStoppedClock } from '../support/scripted-engine.ts';

describe('what the engine sends no events of', () => {
  useStoppedClock(0);

  async function aLoaded() {
    const engine = scriptedEngine({ 'dags.getSpec': () => spec('one') });
    const load = async () =>
      (await engine.connection.call('dags.getSpec', { fileName: 'etl' })).spec;
    const store = createLoadedStore(engine.connection, load);
    const begun = store.getState();
    const end = begun.start();
    await arrive();
    const answer = (text: string) => {
      engine.answers['dags.getSpec'] = () => spec(text);
    };
    return { engine, store, begun, end, answer };
  }

  it('is loaded when it is shown', async () => {
    const { store, begun } = await aLoaded();

    expect(begun).toMatchObject({ phase: 'loading', message: '', value: undefined });
    expect(store.getState()).toMatchObject({ phase: 'ready', value: 'one', problem: undefined });
  });

  it('is loaded anew when the engine is back, until it is shown no more', async () => {
    const { engine, store, end, answer } = await aLoaded();

    answer('two');
    engine.lose();
    engine.comeBack();
    await arrive();
    expect(store.getState().value).toBe('two');

    end();
    answer('three');
    engine.lose();
    engine.comeBack();
    await arrive();
    expect(store.getState().value).toBe('two');
  });

  it('keeps what it shows when it cannot be loaded anew, and says why', async () => {
    const { engine, store } = await aLoaded();

    engine.refuse('dags.getSpec', 'The engine is busy.');
    await store.getState().refresh();

    expect(store.getState()).toMatchObject({
      phase: 'failed',
      message: 'The engine is busy.',
      value: 'one',
    });
  });

  it('is loaded anew after a change', async () => {
    const { store, answer } = await aLoaded();

    await store.getState().attempt(async () => answer('two'));

    expect(store.getState()).toMatchObject({ value: 'two', problem: undefined });
  });

  it('is loaded anew after a refused change too, whose reason stays until it is dismissed', async () => {
    const { engine, store, answer } = await aLoaded();
    answer('two');

    await store.getState().attempt(() => Promise.reject(new Error('The name is taken.')));
    expect(store.getState()).toMatchObject({ value: 'two', problem: 'The name is taken.' });
    expect(engine.asked('dags.getSpec')).toHaveLength(2);

    store.getState().dismiss();
    expect(store.getState().problem).toBeUndefined();
  });

  it('forgets the last refusal when the next change begins', async () => {
    const { store } = await aLoaded();
    await store.getState().attempt(() => Promise.reject(new Error('The name is taken.')));

    const work = Promise.withResolvers<void>();
    const change = store.getState().attempt(() => work.promise);
    expect(store.getState().problem).toBeUndefined();
    work.resolve();
    await change;
  });
});
