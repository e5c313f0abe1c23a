import type { DagChanges } from '#contract/dag-changes.ts';
import { compareDags } from '../../../engine/steps/compare.ts';
import { loadDag } from '../../../engine/steps/load-dag.ts';

interface FakeTexts {
  /** Undefined: there is none. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What differs in meaning between two texts, as the engine tells it. */
export function fakeDagChanges(name: string, { before, after, now }: FakeTexts): DagChanges {
  const read = (text: string | undefined) => (text === undefined ? null : loadDag(text, { name }));
  const difference = compareDags(read(before), read(after), { now, timezone: 'Europe/Berlin' });
  return { ...difference, calledBy: ['weekly-report'] };
}
