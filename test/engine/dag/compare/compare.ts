import type { DagChanges } from '../../../../engine/contract/dag-changes.ts';
import type { LoadResult } from '../../../../engine/dag/definition.ts';
import { compareDags } from '../../../../engine/steps/compare.ts';
import { loadDag } from '../../../../engine/steps/load-dag.ts';

function loaded(text: string): LoadResult {
  return loadDag(text, { name: 'etl' });
}

/** The summary of two texts; null: there is none. */
export function compared(before: string | null, after: string | null): DagChanges {
  const read = (text: string | null) => (text === null ? null : loaded(text));
  const difference = compareDags(read(before), read(after), {
    now: Date.parse('2026-03-28T12:00:00Z'),
    timezone: 'Europe/Berlin',
  });
  return { ...difference, calledBy: [] };
}

/** The same without the parts that did not change. */
export function told(before: string | null, after: string | null): Partial<DagChanges> {
  const entries = Object.entries(compared(before, after)).filter(([, part]) => isTold(part));
  return Object.fromEntries(entries) as Partial<DagChanges>;
}

function isTold(part: unknown): boolean {
  if (Array.isArray(part)) return part.length > 0;
  return typeof part !== 'object' || (part !== null && Object.values(part).some(isTold));
}
