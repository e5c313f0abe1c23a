import type { Database } from '../../storage/database.ts';
import { waitName, waitsBelow } from '../../storage/nodes.ts';
import type { RunState } from '../state/run-state.ts';

/**
 * What a run waits for, itself and in the runs that it called, as `waitedFor` keeps it; null where its wait handler has
 * told of all of it.
 */
export function newWaits(
  db: Database,
  { run, nodes }: Pick<RunState, 'run' | 'nodes'>,
): string | null {
  const own = nodes.filter(({ status }) => status === 'waiting');
  const waits = [...own.map((node) => waitName(run.id, node)), ...waitsBelow(db, run.id)];
  const told = new Set(JSON.parse(run.waitedFor) as string[]);
  return waits.every((wait) => told.has(wait)) ? null : JSON.stringify(waits);
}
