import type { RunChange } from '../execution/state/run-change.ts';
import { runById } from '../storage/runs.ts';
import type { EngineServices } from './engine-services.ts';
import { detailOf, eventOf } from './run-views.ts';

/** Tells those who listen and those who wait that something about a run has changed. */
export function createAnnounce({
  db,
  definitions,
  waiters,
  events,
}: Pick<EngineServices, 'db' | 'definitions' | 'waiters' | 'events'>): EngineServices['announce'] {
  function settleWaiters(id: number): void {
    const run = runById(db, id);
    if (run === undefined || run.status === 'running' || run.status === 'queued') return;
    waiters.settle(run.key, () => detailOf(db, definitions, run));
  }

  return (change: RunChange) => {
    if (change.kind === 'run') settleWaiters(change.id);
    events.publish(() => eventOf(db, definitions, change));
  };
}
