import { describe, expect, it } from 'vitest';
import { EngineError } from '#contract/errors.ts';
import { hiddenBy, TOAST_MS } from '../../../renderer/lib/toasts.ts';
import { aDagItem } from '../support/dag-fixtures.ts';
import { arrive, pass, useStoppedClock } from '../support/scripted-engine.ts';
import { aLoadedList, now } from './a-dag-list.ts';

const all = ['dag-0', 'dag-1', 'dag-2'];

/** Refuses one DAG and does it to the others. */
function refusing(fileName: unknown, reason: string, of = 'dag-1'): undefined {
  if (fileName === of) throw new EngineError('conflict', reason);
}

describe('several DAGs at once', () => {
  useStoppedClock(now);

  it('are deleted after the time to undo, and those that could not be come back with the reason', async () => {
    const { engine, store, toasts, said } = await aLoadedList();
    engine.answers['dags.delete'] = ({ fileName }) => refusing(fileName, 'It runs.');

    store.getState().remove(all);
    expect(hiddenBy(toasts.getState().toasts).size).toBe(3);
    await pass(TOAST_MS);

    expect(said()).toEqual(['1 of 3 DAGs could not be deleted: dag-1: It runs.']);
    expect([...hiddenBy(toasts.getState().toasts)]).toEqual(['dag local dag-0', 'dag local dag-2']);
  });

  it('say a reason once that they share', async () => {
    const { engine, store, said } = await aLoadedList();
    engine.refuse('dags.delete', 'The engine is away.');

    store.getState().remove(all);
    await pass(TOAST_MS);

    expect(said()).toEqual([
      '3 of 3 DAGs could not be deleted: dag-0, dag-1, dag-2: The engine is away.',
    ]);
  });

  it('are suspended as far as the engine lets them, and only those are resumed on request', async () => {
    const { engine, store, toasts, said } = await aLoadedList();
    engine.answers['dags.suspend'] = ({ fileName }) => refusing(fileName, 'It is locked.');

    await store.getState().suspend(all, true);
    expect(store.getState().dags.map((dag) => dag.suspended)).toEqual([true, false, true]);
    expect(store.getState().problem).toBe(
      '1 of 3 DAGs could not be suspended: dag-1: It is locked.',
    );
    expect(said()).toEqual(['Suspended 2 DAGs.']);
    toasts.getState().undoLatest();
    await arrive();

    expect(engine.asked('dags.suspend').slice(3)).toEqual([
      { fileName: 'dag-0', suspend: false, remoteNode: 'local' },
      { fileName: 'dag-2', suspend: false, remoteNode: 'local' },
    ]);
  });

  it('say which could not be resumed again', async () => {
    const { engine, store, toasts, said } = await aLoadedList();
    await store.getState().suspend(all, true);
    engine.answers['dags.suspend'] = ({ fileName }) => refusing(fileName, 'It is locked.');

    toasts.getState().undoLatest();
    await arrive();

    expect(said()).toEqual(['1 of 3 DAGs could not be resumed: dag-1: It is locked.']);
  });

  it('are started where they ask for nothing, and those that began are stopped on request', async () => {
    const dags = [...all, 'asks', 'broken'].map((name) => aDagItem(name, now));
    const [zero, one, two, asks, broken] = dags;
    if (!zero || !one || !two || !asks || !broken) throw new Error('five DAGs were made');
    const items = [
      zero,
      one,
      two,
      { ...asks, dag: { ...asks.dag, params: ['A=1'] } },
      { ...broken, errors: ['It is broken.'] },
    ];
    const { engine, store, toasts, said } = await aLoadedList(items);
    engine.answers['dags.start'] = ({ fileName }) =>
      refusing(fileName, 'The disk is full.') ?? { dagRunId: `run of ${fileName}` };
    engine.answers['runs.stop'] = () => undefined;

    await store.getState().runAll(items);
    expect(said()).toEqual([
      '1 of 3 DAGs could not be started: dag-1: The disk is full.',
      'Started 2 runs. Skipped 2 DAGs, which ask for parameters or cannot be loaded.',
    ]);
    toasts.getState().undoLatest();
    await arrive();

    expect(engine.asked('runs.stop').map(({ name }) => name)).toEqual(['dag-0', 'dag-2']);
  });
});

/** The texts of three DAGs; a text that was read before it was changed is refused. */
async function someTexts() {
  const list = await aLoadedList();
  const texts = new Map(all.map((name) => [name, `name: ${name}\nsteps: [] # none\n`]));
  const specOf = (fileName: unknown) => texts.get(String(fileName)) ?? '';
  list.engine.answers['dags.getSpec'] = ({ fileName }) => ({
    dag: { name: String(fileName) },
    spec: specOf(fileName),
    errors: [],
    version: specOf(fileName),
  });
  list.engine.answers['dags.updateSpec'] = ({ fileName, spec, version }) => {
    if (version !== specOf(fileName)) throw new EngineError('conflict', 'It was changed.');
    if (spec.includes('bad')) return { errors: ['The tag is bad.'] };
    texts.set(String(fileName), spec);
    return { errors: [] };
  };
  return { ...list, texts };
}

describe('the texts of several DAGs', () => {
  useStoppedClock(now);

  it('get a tag and lose it on request', async () => {
    const { store, texts, toasts, said } = await someTexts();
    const before = [...texts.values()];
    texts.set('dag-2', 'tags: X\nsteps: []\n');

    await store.getState().retag(all, { add: ['x'], remove: [] });
    expect(texts.get('dag-0')).toBe('name: dag-0\ntags: [x]\nsteps: [] # none\n');
    // The third one has it.
    expect(said()).toEqual(['Changed the tags of 2 DAGs.']);
    toasts.getState().undoLatest();
    await arrive();

    expect([...texts.values()]).toEqual([...before.slice(0, 2), 'tags: X\nsteps: []\n']);
  });

  it('are left alone where somebody has changed them meanwhile', async () => {
    const { engine, store, texts, said } = await someTexts();
    const usual = engine.answers['dags.getSpec'];
    engine.answers['dags.getSpec'] = async (input) => {
      const answer = await usual?.(input);
      if (answer === undefined) throw new Error('there is an answer');
      if (input.fileName === 'dag-1') texts.set('dag-1', 'name: theirs\n');
      return answer;
    };

    await store.getState().moveTo(all, 'nightly');

    expect(said()).toEqual([
      '1 of 3 DAGs could not be changed: dag-1: It was changed.',
      'Moved 2 DAGs to the group nightly.',
    ]);
    expect(texts.get('dag-1')).toBe('name: theirs\n');
  });

  it('are not changed back over what somebody has written since', async () => {
    const { store, texts, toasts, said } = await someTexts();
    await store.getState().moveTo(all, 'nightly');
    texts.set('dag-1', 'name: theirs\n');

    toasts.getState().undoLatest();
    await arrive();

    expect(said()).toEqual([
      '1 of 3 DAGs could not be changed back: dag-1: Its text changed since then, so it was not replaced.',
    ]);
    expect(texts.get('dag-0')).toBe('name: dag-0\nsteps: [] # none\n');
    expect(texts.get('dag-1')).toBe('name: theirs\n');
  });

  it('say what the engine finds wrong with them, and when there was nothing to change', async () => {
    const { store, said } = await someTexts();

    await store.getState().retag(['dag-0'], { add: ['bad'], remove: [] });
    await store.getState().moveTo(['dag-0'], '');

    expect(said()).toEqual(['dag-0 could not be changed: The tag is bad.', 'No changes needed.']);
  });
});
