import { describe, expect, it } from 'vitest';
import type { EngineEvent } from '#contract/events.ts';
import type { NodeObject, RunDetail } from '#contract/run.ts';
import { runStatusCodes, type RunStatus } from '#contract/status.ts';
import { createRunStore } from '../../../renderer/features/runs/run-store.ts';
import { aNode, aRun } from '../support/run-fixtures.ts';
import { arrive, pass, scriptedEngine, useStoppedClock } from '../support/scripted-engine.ts';
import { aRunStore, detail, identity, listed, nodes, usual } from './a-run-store.ts';

const changedTo = (status: RunStatus): EngineEvent => ({
  type: 'run.changed',
  run: aRun('etl', status, { dagRunId: 'r1' }),
});

describe('a run', () => {
  useStoppedClock(0);

  it('is loaded with how long it usually takes', async () => {
    const { engine, store, begun } = await aRunStore();

    expect(begun).toMatchObject({ run: undefined, missing: undefined, callers: [] });
    expect(begun).toMatchObject({ problem: undefined, outputs: undefined, spec: undefined });
    expect(begun.usual).toEqual({ run: undefined, steps: new Map() });
    expect(store.getState()).toMatchObject({ run: detail, missing: undefined, callers: [] });
    expect(store.getState().usual.run).toBe(7000);
    expect(engine.asked('runs.get')).toEqual([identity]);
    expect(engine.asked('dags.runs')).toEqual([{ fileName: 'etl', limit: 10 }]);
  });

  it('is not usual by itself, and nothing is where the definition is gone', async () => {
    const own = await aRunStore({ ...usual, dagRunId: 'r1' });
    own.engine.answers['dags.runs'] = () => ({
      dagRuns: [{ ...usual, dagRunId: 'r1' }],
      gridData: [],
    });
    own.store.getState().start(() => {});
    await arrive();
    expect(own.store.getState().usual.run).toBeUndefined();

    own.engine.refuse('dags.runs', 'It is gone.', 'not_found');
    own.store.getState().start(() => {});
    await arrive();
    expect(own.store.getState().usual).toEqual({ run: undefined, steps: new Map() });
    expect(own.store.getState().problem).toBeUndefined();
  });

  it('asks for no file that is not there, as of a DAG that was deleted', async () => {
    const { engine, store } = await aRunStore();
    const again = async (answer: ReturnType<typeof listed>) => {
      engine.answers['dags.list'] = () => answer;
      store.getState().start(() => {});
      await arrive();
      return { asked: engine.asked('dags.runs').length, usual: store.getState().usual.run };
    };
    expect(engine.asked('dags.list')).toEqual([{ name: 'etl', perPage: 50 }]);

    expect(await again(listed(['etl-2', 'my-etl']))).toEqual({ asked: 1, usual: undefined });
    // Among so many names that hold it, it may be one of those that were not told.
    expect(await again(listed(['a-etl', 'b-etl'], 2))).toEqual({ asked: 2, usual: 7000 });
  });

  it('that cannot be had says why, and is there again when it can', async () => {
    const { engine, store } = await aRunStore();

    engine.refuse('runs.get', 'There is no such run.', 'not_found');
    engine.lose();
    engine.comeBack();
    await arrive();
    expect(store.getState()).toMatchObject({ missing: 'There is no such run.', run: detail });

    engine.answers['runs.get'] = () => ({ dagRun: detail });
    await store.getState().refresh();
    expect(store.getState().missing).toBeUndefined();
  });

  it('follows its steps without asking', async () => {
    const { engine, store, asked } = await aRunStore();
    const node: NodeObject = aNode('check', 0, { status: 'running', from: 1 });

    engine.emit({ type: 'node.changed', ...identity, index: 1, node });
    await pass(1000);

    expect(store.getState().run?.nodes).toEqual([nodes[0], node]);
    expect(asked()).toBe(1);
  });

  it('is asked for again, once it is quiet, when an event tells of an unknown step', async () => {
    const { engine, asked } = await aRunStore();
    const event = { type: 'node.changed', ...identity, index: 2, node: aNode('new', 0) } as const;

    engine.emit(event);
    await pass(149);
    engine.emit(event);
    await pass(50 + 149);
    expect(asked()).toBe(1);
    await pass(1);
    expect(asked()).toBe(2);
  });

  it('follows its status, and is asked for again when it ends or begins again', async () => {
    const { engine, store, asked } = await aRunStore();

    engine.emit(changedTo('waiting'));
    await pass(50);
    expect(store.getState().run?.statusLabel).toBe('waiting');
    expect(asked()).toBe(1);

    const ended = { ...detail, status: runStatusCodes.failed, statusLabel: 'failed' } as const;
    engine.answers['runs.get'] = () => ({ dagRun: ended });
    engine.emit(changedTo('failed'));
    await pass(50);
    expect(store.getState().run).toBe(ended);
    expect(asked()).toBe(2);

    engine.emit(changedTo('running'));
    await pass(50);
    expect(asked()).toBe(3);
  });

  it('is asked for again when it ended and began again between two drawings', async () => {
    const { engine, asked } = await aRunStore();

    engine.emit(changedTo('failed'));
    engine.emit(changedTo('running'));
    await pass(50);

    expect(asked()).toBe(2);
  });

  it('changes once for all that happens to its steps at about the same time', async () => {
    const { engine, store } = await aRunStore();
    const drawn: (RunDetail | undefined)[] = [];
    store.subscribe(({ run }) => drawn.push(run));
    const ended = (name: string) => aNode(name, 0, { status: 'succeeded', from: 0, to: 1 });

    engine.emit({ type: 'node.changed', ...identity, index: 0, node: ended('load') });
    await pass(49);
    engine.emit({ type: 'node.changed', ...identity, index: 1, node: ended('check') });
    await pass(1);

    expect(drawn.map((run) => run?.nodes)).toEqual([[ended('load'), ended('check')]]);
  });

  it('keeps what did not change of its steps, so that it is not drawn again', async () => {
    const { engine, store } = await aRunStore();
    const node = aNode('check', 0, { status: 'running', from: 1 });

    engine.emit({ type: 'node.changed', ...identity, index: 1, node });
    await pass(50);

    const run = store.getState().run;
    expect(run?.nodes[0]).toBe(nodes[0]);
    expect(run?.nodes[1]?.step).toBe(nodes[1]?.step);
  });

  it('is not set back by an event that came before an answer', async () => {
    const { engine, store } = await aRunStore();
    const node = aNode('check', 0, { status: 'running', from: 1 });
    const newer = { ...detail, nodes: [aNode('load', 0), aNode('check', 0, { status: 'failed' })] };
    engine.answers['runs.get'] = () => ({ dagRun: newer });

    engine.emit({ type: 'node.changed', ...identity, index: 1, node });
    await store.getState().refresh();
    await pass(1000);

    expect(store.getState().run).toBe(newer);
  });

  it('is not changed by a called run of another DAG with the same id', async () => {
    const { engine, store } = await aRunStore();
    const called = aRun('part', 'failed', {
      dagRunId: 'r1',
      parentDAGRunName: 'etl',
      parentDAGRunId: 'r1',
    });

    engine.emit({ type: 'run.changed', run: called });
    await pass(1000);

    expect(store.getState().run).toBe(detail);
  });

  it('is not drawn anew for an event that tells it nothing', async () => {
    const { engine, store } = await aRunStore();
    let drawn = 0;
    store.subscribe(() => (drawn += 1));

    const other = { ...identity, dagRunId: 'r2' };
    const called = aRun('part', 'running', {
      dagRunId: 'r2',
      parentDAGRunName: 'etl',
      parentDAGRunId: 'r1',
    });
    engine.emit({ type: 'node.changed', ...other, index: 1, node: aNode('check', 0) });
    engine.emit({ type: 'run.changed', run: called });
    await pass(1000);

    expect(drawn).toBe(0);
  });

  it('is missing once its record is deleted', async () => {
    const { engine, store } = await aRunStore();

    engine.emit({ type: 'run.removed', name: 'etl', dagRunId: 'other' });
    expect(store.getState().missing).toBeUndefined();

    engine.emit({ type: 'run.removed', ...identity });
    expect(store.getState().missing).toContain('deleted');
  });

  it('looks for the step that a person wants to read, until one has output', async () => {
    const { engine, store } = await aRunStore();
    const page = { content: '', totalLines: 0, hasMore: false, isEstimate: false };
    engine.answers['runs.stepLog'] = ({ stepName }) => ({
      ...page,
      lineCount: stepName === 'load' ? 3 : 0,
    });
    const seek = store.getState().seekOutput;

    await seek(['check', 'load', 'first']);
    expect(store.getState().spoken).toEqual({ isKnown: true, step: 'load' });
    expect(engine.asked('runs.stepLog').map(({ stepName }) => stepName)).toEqual(['check', 'load']);

    await seek(['check']);
    expect(store.getState().spoken).toEqual({ isKnown: true, step: undefined });
    engine.answers['runs.stepLog'] = () => {
      throw new Error('gone');
    };
    await seek(['load']);
    expect(store.getState().spoken).toEqual({ isKnown: true, step: undefined });
  });

  it('hands on which of its logs grew', async () => {
    const { engine, grown, store } = await aRunStore();

    engine.emit({ type: 'log.appended', ...identity, stepName: 'load', stream: 'stdout' });

    expect(grown).toEqual(['load']);
    expect(store.getState().run).toBe(detail);
  });

  it('shows the latest answer when an earlier one comes later', async () => {
    const { engine, store } = await aRunStore();
    const late = engine.hold('runs.get');

    const first = store.getState().refresh();
    await store.getState().refresh();
    late.resolve({ dagRun: { ...detail, attempt: 9 } });
    await first;

    expect(store.getState().run?.attempt).toBe(1);
  });

  it('hears nothing of events that come before it is there', async () => {
    const engine = scriptedEngine();
    const store = createRunStore(engine.connection, identity);
    store.getState().start(() => {});

    engine.emit(changedTo('failed'));
    await pass(1000);

    expect(store.getState().run).toBeUndefined();
  });

  it('asks for nothing more when it has ended', async () => {
    const { engine, end, asked } = await aRunStore();

    engine.emit({ type: 'node.changed', ...identity, index: 2, node: aNode('new', 0) });
    end();
    await pass(1000);

    expect(asked()).toBe(1);
    expect(engine.listeners()).toBe(0);
  });
});

describe('a run that calls others', () => {
  useStoppedClock(0);

  const sub = (dagRunId: string) => ({
    dagRunId,
    name: 'part',
    params: '',
    status: runStatusCodes.queued,
    statusLabel: 'queued' as const,
    startedAt: '',
    finishedAt: '',
    error: '',
  });
  const caller: RunDetail = {
    ...detail,
    nodes: [
      aNode('call', 0, { step: { run: 'part' }, changes: { subRuns: [sub('s1'), sub('s2')] } }),
    ],
  };
  const calledRun = (dagRunId: string, status: RunStatus, parent = 'r1'): EngineEvent => ({
    type: 'run.changed',
    run: aRun('part', status, { dagRunId, parentDAGRunName: 'etl', parentDAGRunId: parent }),
  });
  const statuses = (run: RunDetail | undefined) =>
    run?.nodes[0]?.subRuns.map(({ statusLabel }) => statusLabel);

  it('follows those that it called, gathered, without asking', async () => {
    const { engine, store, asked } = await aRunStore(caller);

    engine.emit(calledRun('s1', 'running'));
    engine.emit(calledRun('s2', 'running'));
    engine.emit(calledRun('s1', 'failed'));
    await pass(149);
    expect(statuses(store.getState().run)).toEqual(['queued', 'queued']);
    await pass(1);

    expect(statuses(store.getState().run)).toEqual(['failed', 'running']);
    expect(asked()).toBe(1);
  });

  it('is asked for again when it called one that it does not know', async () => {
    const { engine, asked } = await aRunStore(caller);

    engine.emit(calledRun('s3', 'running'));
    await pass(300);

    expect(asked()).toBe(2);
  });

  it('does not care for runs that others called, nor for one of another name with a known id', async () => {
    const { engine, store, asked } = await aRunStore(caller);
    const { nodes: before } = caller;

    engine.emit(calledRun('s1', 'running', 'r2'));
    engine.emit({ type: 'run.changed', run: aRun('part', 'running', { dagRunId: 's1' }) });
    engine.emit({ type: 'dag.changed', fileName: 'part', change: 'updated' });
    await pass(300);

    expect(store.getState().run?.nodes).toBe(before);
    expect(asked()).toBe(1);
  });

  it('listens to all runs once, and to none when it has ended', async () => {
    const { engine, store, end } = await aRunStore(caller);
    await store.getState().refresh();
    expect(engine.listeners()).toBe(2);

    engine.emit(calledRun('s3', 'running'));
    end();
    await pass(1000);
    expect(engine.listeners()).toBe(0);

    const answered = engine.asked('runs.get').length;
    await store.getState().refresh();
    expect(engine.listeners()).toBe(0);
    expect(engine.asked('runs.get')).toHaveLength(answered + 1);
    expect(statuses(store.getState().run)).toEqual(['queued', 'queued']);
  });

  it('listens to its own events alone when it calls none', async () => {
    const { engine } = await aRunStore();

    expect(engine.listeners()).toBe(1);
  });
});
