import type { DagChanges } from '../contract/dag-changes.ts';
import { callersOf } from './catalog/callers-of.ts';
import type { EngineServices } from './engine-services.ts';

/** Two texts of a DAG; null: there is none. */
export interface ComparedTexts {
  /** Below the folder of DAGs, without its extension. */
  readonly fileName: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What differs in meaning between two texts of a DAG, and who calls it. */
export async function compareTexts(
  services: Pick<EngineServices, 'aside' | 'base' | 'catalog' | 'clock' | 'config'>,
  { fileName, before, after }: ComparedTexts,
): Promise<DagChanges> {
  const { aside, base, clock, config } = services;
  const { difference, names } = await aside.compare({
    name: fileName,
    before,
    after,
    under: base.current(),
    now: clock.now(),
    timezone: config.timezone,
  });
  // One in a folder below is called by its path alone.
  const called = { fileName, names: fileName.includes('/') ? [] : names };
  return { ...difference, calledBy: await callersOf(services, called) };
}
