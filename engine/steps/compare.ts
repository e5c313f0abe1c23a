import type { DagChanges } from '../contract/dag-changes.ts';
import {
  compareDags as compareDagsWith,
  type ComparedSide,
  type CompareDagsOptions,
} from '../dag/compare/compare-dags.ts';
import { stepTypes } from './registry.ts';

/** What differs in meaning between two definitions of a DAG, with the step types of this engine. */
export function compareDags(
  before: ComparedSide,
  after: ComparedSide,
  options: Omit<CompareDagsOptions, 'stepTypes'>,
): DagChanges {
  return compareDagsWith(before, after, { ...options, stepTypes });
}
