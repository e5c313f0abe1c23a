import { explainDag } from '../dag/explain/explain.ts';
import type { ExplainResult } from '../dag/explain/explanation.ts';
import type { LoadOptions } from '../dag/load-dag.ts';
import { stepTypes } from './registry.ts';

/** What the manual says of a key and what holds for it in a file, with the step types of this engine. */
export function explain(
  text: string,
  options: Omit<LoadOptions, 'stepTypes'>,
  path: string,
): ExplainResult {
  return explainDag(text, { ...options, stepTypes }, path);
}
