import type { BaseDag } from '../dag/base.ts';
import type { LoadResult } from '../dag/definition.ts';
import {
  loadBase as loadBaseWith,
  refusedBase as refusedBaseWith,
  soundBase as soundBaseWith,
} from '../dag/load-base.ts';
import {
  loadDag as loadDagWith,
  refusedText as refusedTextWith,
  type LoadOptions,
} from '../dag/load-dag.ts';
import { stepTypes } from './registry.ts';

/** Reads and checks the text of a DAG file with the step types of this engine. Never throws. */
export function loadDag(text: string, options: Omit<LoadOptions, 'stepTypes'>): LoadResult {
  return loadDagWith(text, { ...options, stepTypes });
}

/** What is known of a text that nobody will read. */
export function refusedText(
  text: string,
  options: { readonly name: string; readonly reason: string },
): LoadResult {
  return refusedTextWith(text, { ...options, stepTypes });
}

/** Reads and checks the text of base.yaml with the step types of this engine. Never throws. */
export function loadBase(text: string): BaseDag {
  return loadBaseWith(text, stepTypes);
}

/** The same without what it says, where it has errors: that may be large, and counts for nothing. */
export function loadSoundBase(text: string): BaseDag {
  return soundBaseWith(loadBase(text), stepTypes);
}

/** A base.yaml that nobody will read: no DAG loads, and each says why. */
export function refusedBase(reason: string): BaseDag {
  return refusedBaseWith(reason, stepTypes);
}
