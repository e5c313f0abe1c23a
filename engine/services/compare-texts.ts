import { basename } from 'node:path';
import type { DagChanges } from '../contract/dag-changes.ts';
import { itemIdOf } from '../platform/dag-folder/dag-tree.ts';
import { callersOf } from './catalog/callers-of.ts';
import type { EngineServices } from './engine-services.ts';

/** Two texts of a DAG; null: there is none. */
export interface ComparedTexts {
  /** The path of its file below the folder of DAGs, without extension. */
  readonly itemId: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What differs in meaning between two texts of a DAG, and who calls it. */
export async function compareTexts(
  services: Pick<EngineServices, 'aside' | 'base' | 'catalog' | 'clock' | 'config'>,
  { itemId, before, after }: ComparedTexts,
): Promise<DagChanges> {
  const { aside, base, catalog, clock, config } = services;
  const fileName = basename(itemId);
  const { difference, names } = await aside.compare({
    name: fileName,
    before,
    after,
    under: base.current(),
    now: clock.now(),
    timezone: config.timezone,
  });
  const stored = catalog.entry(fileName);
  // A file whose name another one has is called by its path only.
  const isHidden = stored !== undefined && itemIdOf(stored) !== itemId;
  const called = isHidden
    ? { fileName: itemId, names: [] }
    : { fileName, names: [...names, itemId] };
  return { ...difference, calledBy: await callersOf(services, called) };
}
