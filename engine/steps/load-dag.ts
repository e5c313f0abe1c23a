import type { BaseDag } from '../dag/base.ts';
import type { LoadResult } from '../dag/definition.ts';
import { explainDag } from '../dag/explain/explain.ts';
import type { ExplainResult } from '../dag/explain/explanation.ts';
import { loadBase as loadBaseWith } from '../dag/load-base.ts';
import { loadDag as loadDagWith, type LoadOptions } from '../dag/load-dag.ts';
import { stepTypes } from './registry.ts';

/** Reads and checks the text of a DAG file with the step types of this engine. Never throws. */
export function loadDag(text: string, options: Omit<LoadOptions, 'stepTypes'>): LoadResult {
  return loadDagWith(text, { ...options, stepTypes });
}

/** Reads and checks the text of base.yaml with the step types of this engine. Never throws. */
export function loadBase(text: string): BaseDag {
  return loadBaseWith(text, stepTypes);
}

/** What the manual says of a key and what holds for it in a file, with the step types of this engine. */
export function explain(
  text: string,
  options: Omit<LoadOptions, 'stepTypes'>,
  path: string,
): ExplainResult {
  return explainDag(text, { ...options, stepTypes }, path);
}
