import { expect, it } from 'vitest';
import { endOf } from '../../support/engine.ts';
import { dag, pulled, type Synced } from './sync-world.ts';

const gitOf = async (world: Synced, name: string) => {
  const { dagRunId } = await world.call('dags.start', { fileName: name });
  const { run } = await endOf({ engine: world.engine, name, dagRunId });
  return { dagRunId, git: run.git };
};

it('a run tells the commit of its DAG, and whether the text was changed after it', async () => {
  const world = await pulled({ 'a.yaml': dag('a') });
  const head = await world.remote.repository.git('rev-parse', 'main');

  const synced = await gitOf(world, 'a');
  world.write('a.yaml', dag('edited'));
  const edited = await gitOf(world, 'a');
  await world.publish('a');
  const published = await gitOf(world, 'a');
  const next = await world.remote.repository.git('rev-parse', 'main');

  expect(synced.git).toEqual({ commit: head, changed: false });
  expect(edited.git).toEqual({ commit: head, changed: true });
  expect(published.git).toEqual({ commit: next, changed: false });
  // What was true of the first one stays.
  const first = await world.call('runs.get', { name: 'a', dagRunId: synced.dagRunId });
  expect(first.dagRun.git).toEqual(synced.git);
});

it('a run of a DAG that was never published tells no commit', async () => {
  const world = await pulled({ 'a.yaml': dag('a') });
  world.write('own.yaml', dag('own'));

  expect((await gitOf(world, 'own')).git).toBeUndefined();
});

it('a called run tells the commit of its own DAG', async () => {
  const world = await pulled({ 'a.yaml': dag('a') });
  world.write('caller.yaml', 'steps:\n  - name: main\n    call: a\n');

  const { dagRunId } = await world.call('dags.start', { fileName: 'caller' });
  const { run } = await endOf({ engine: world.engine, name: 'caller', dagRunId });
  const [called] = run.nodes[0]?.subRuns ?? [];
  const id = { name: 'caller', dagRunId, subDAGRunId: called?.dagRunId ?? '' };

  const { dagRun } = await world.call('subRuns.get', id);
  expect(dagRun.git).toMatchObject({ changed: false });
});
