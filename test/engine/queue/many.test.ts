import { expect, it } from 'vitest';
import type { EngineEvent } from '../../../engine/contract/events.ts';
import { eventsOf, eventually } from '../../support/engine.ts';
import { anEngineWith, enqueue, quick } from './a-queue-engine.ts';

/** The most runs that went on at once, as the events tell. */
function mostAtOnce(events: readonly EngineEvent[]): number {
  const running = new Set<string>();
  let most = 0;
  for (const event of events) {
    if (event.type !== 'run.changed') continue;
    const { dagRunId, statusLabel } = event.run;
    if (statusLabel === 'running') running.add(dagRunId);
    else running.delete(dagRunId);
    most = Math.max(most, running.size);
  }
  return most;
}

it('200 runs that are queued at once go through a queue of 8 in their order, each once', async () => {
  const engine = await anEngineWith({ night: 8 });
  const events = eventsOf(engine);
  const ids = Array.from({ length: 200 }, (_, at) => `r${at}`);

  await Promise.all(ids.map((id) => enqueue(engine, 'etl', id, { spec: quick, queue: 'night' })));
  const ended = async () =>
    (await engine.client.call('runs.list', { status: 4 })).dagRuns.length === 200;
  await eventually(ended, 'all have succeeded');

  const { dagRuns } = await engine.client.call('runs.list', {});
  const byId = (one: { dagRunId: string }, other: { dagRunId: string }) =>
    Number(one.dagRunId.slice(1)) - Number(other.dagRunId.slice(1));
  const starts = dagRuns.toSorted(byId).map(({ startedAt }) => startedAt);
  expect(dagRuns).toHaveLength(200);
  expect(starts).toEqual(starts.toSorted());
  expect(mostAtOnce(events)).toBeLessThanOrEqual(8);
  const begun = events.flatMap((event) =>
    event.type === 'run.changed' && event.run.statusLabel === 'running' ? [event.run.dagRunId] : [],
  );
  expect(begun).toEqual(ids);
}, 60_000);
