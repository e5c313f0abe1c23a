import type { CompareOptions } from '../dag/compare/change-set.ts';
import {
  compareDags as compareDagsWith,
  type ComparedSide,
  type DagDifference,
} from '../dag/compare/compare-dags.ts';
import { stepTypes } from './registry.ts';

/** What differs in meaning between two definitions of a DAG, with the step types of this engine. */
export function compareDags(
  before: ComparedSide,
  after: ComparedSide,
  options: Omit<CompareOptions, 'stepTypes'>,
): DagDifference {
  return compareDagsWith(before, after, { ...options, stepTypes });
}
