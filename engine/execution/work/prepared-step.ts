import { dirname } from 'node:path';
import type { Step } from '../../dag/definition.ts';
import type { Scope } from '../../dag/expand.ts';
import type { Names } from '../../dag/references.ts';
import { makeFolder } from '../keep/make-folder.ts';
import { absolute, expandDefined } from '../state/expand-path.ts';

/** What the variables of a step are, and what its references mean. */
export interface StepScope {
  /** Everything that the process gets, but for the variables that name the step. */
  readonly variables: ReadonlyMap<string, string>;
  readonly names: Names;
}

/** What a step needs before it can do anything. */
export interface PreparedStep {
  readonly scope: StepScope;
  /** Exists. */
  readonly workingDir: string;
  /** For fields that no shell reads. */
  readonly expansion: Scope;
  /** The variables of its processes. */
  readonly env: Readonly<Record<string, string>>;
}

/** Files that get a copy of a stream, expanded; their folders exist. */
export async function copiesOf(
  step: Step,
  field: 'stdout' | 'stderr',
  { expansion, workingDir }: PreparedStep,
): Promise<readonly string[]> {
  const text = step[field];
  if (text === null) return [];
  const file = absolute(await expandDefined(field, text, expansion), workingDir);
  makeFolder(dirname(file), field);
  return [file];
}
