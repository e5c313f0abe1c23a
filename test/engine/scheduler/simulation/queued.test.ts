import { expect, it } from 'vitest';
import { aDag, calmStory, SECOND_MS } from './calm-story.ts';

it('a slot in a global queue runs once, though the engine is killed while it waits and as its run begins', async () => {
  const { simulation, calm, fates } = calmStory();
  calm.paceMs = 50 * SECOND_MS;
  await simulation.edit('a.yaml', aDag({ isQueued: true }));
  await simulation.start();

  await simulation.pass(59_510);
  const waiting = fates('a.yaml');
  await simulation.kill();
  await simulation.pass(5 * SECOND_MS);
  await simulation.start();
  simulation.killAt = 'begun';
  await simulation.pass(SECOND_MS);
  const isKilled = !simulation.isOn;
  const stillWaiting = fates('a.yaml');
  await simulation.start();
  await simulation.pass(SECOND_MS);

  simulation.finish();
  expect([waiting, isKilled, stillWaiting]).toEqual([
    ['10:01 start pending/queued'],
    true,
    ['10:01 start pending/queued'],
  ]);
  expect(fates('a.yaml')).toEqual(['10:01 start ran/queued']);
  expect(simulation.runs.runs).toHaveLength(1);
});
