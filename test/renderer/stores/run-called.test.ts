import { describe, expect, it } from 'vitest';
import type { RunDetail } from '#contract/run.ts';
import { createRunStore } from '../../../renderer/features/runs/run-store.ts';
import { arrive, useStoppedClock } from '../support/scripted-engine.ts';
import { aRunStore, detail, identity, listed } from './a-run-store.ts';

describe('a run that was called', () => {
  useStoppedClock(0);

  const root = { name: 'all', dagRunId: 'r0' };
  const place = (name: string, dagRunId: string) => ({ name, dagRunId });

  function calledBy(parent: { name: string; dagRunId: string }): RunDetail {
    return {
      ...detail,
      rootDAGRunName: root.name,
      rootDAGRunId: root.dagRunId,
      parentDAGRunName: parent.name,
      parentDAGRunId: parent.dagRunId,
    };
  }

  it('is asked for below the first of its callers', async () => {
    const { engine, store } = await aRunStore(calledBy(root), { ...identity, root });

    expect(engine.asked('runs.get')).toEqual([]);
    expect(engine.asked('subRuns.get')).toEqual([{ ...root, subDAGRunId: 'r1' }]);
    expect(store.getState().callers).toEqual([root]);
  });

  it('names all its callers, the first one first, and looks for them once', async () => {
    const { engine, store } = await aRunStore(calledBy(place('mid', 'm1')), { ...identity, root });
    engine.answers['subRuns.get'] = ({ subDAGRunId }) => ({
      dagRun: subDAGRunId === 'm1' ? calledBy(root) : calledBy(place('mid', 'm1')),
    });
    const again = createRunStore(engine.connection, { ...identity, root });

    await again.getState().refresh();
    await again.getState().refresh();

    expect(again.getState().callers).toEqual([root, place('mid', 'm1')]);
    expect(
      engine
        .asked('subRuns.get')
        .slice(-3)
        .map(({ subDAGRunId }) => subDAGRunId),
    ).toEqual(['r1', 'm1', 'r1']);
    expect(store.getState().run).toBeDefined();
  });

  it('of a DAG that stands in the file of its caller is usual in nothing, and no file is asked for', async () => {
    const { engine, store } = await aRunStore(calledBy(root), { ...identity, root });
    expect(store.getState().usual.run).toBe(7000);

    engine.answers['dags.list'] = () => listed([]);
    store.getState().start(() => {});
    await arrive();

    expect(engine.asked('dags.runs')).toHaveLength(1);
    expect(store.getState().usual).toEqual({ run: undefined, steps: new Map() });
  });
});
