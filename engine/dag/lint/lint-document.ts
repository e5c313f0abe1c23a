import type { Dag, Step } from '../definition.ts';
import type { StepDraft } from '../fields/steps-field.ts';
import type { TextAt } from '../fields/scalar-types.ts';
import type { Plan } from '../plan.ts';
import type { MapEntry, Range, SourceNode } from '../source/source-node.ts';
import type { TextReader } from '../step-type.ts';
import type { Words } from './words.ts';

/** What a rule sees: one document of a file without errors. */
export interface LintDocument {
  readonly dag: Dag;
  readonly plan: Plan;
  /** Entries of the document, by key. */
  readonly given: ReadonlyMap<string, MapEntry>;
  /** In the order of `dag.steps`. */
  readonly steps: readonly LintStep[];
  /** Those of the file; the ones of base.yaml have no place in it. */
  readonly handlers: readonly LintStep[];
  /** Words of this document, comments included, and of base.yaml. */
  readonly words: Words;
  readonly file: LintFile;
}

export interface LintStep {
  readonly step: Step;
  readonly draft: StepDraft;
  /** What its programs read: its script, or else its commands. */
  readonly texts: readonly LintText[];
  /** Texts that are a language of their own, in which references to names that nothing declares stay. */
  readonly kept: readonly KeptText[];
}

/** A text and the key in which it stands. */
export interface KeptText extends TextAt {
  readonly key: string;
}

export interface LintText extends TextAt {
  readonly key: 'command' | 'script';
  readonly reader: TextReader;
}

export interface LintFile {
  readonly text: string;
  readonly words: Words;
  readonly dags: readonly Dag[];
  /** Names of the DAGs outside the file that a step could call; null: nobody knows. */
  readonly storedDags: ReadonlySet<string> | null;
}

/** All that runs: the steps, then the handlers. */
export function stepsOf({ steps, handlers }: LintDocument): readonly LintStep[] {
  return [...steps, ...handlers];
}

/** Where the value of a key of a step stands; the whole step where it has none. */
export function valueAt({ draft }: LintStep, key: string): Range {
  return draft.given.get(key)?.value ?? draft.at;
}

/** Where the step says what it is called. */
export function nameAt({ draft }: LintStep): Range {
  return draft.nameAt ?? { start: draft.at.start, end: draft.at.start };
}

/** Where a key within a map stands; the map where it has none. */
export function keyAt(node: SourceNode, key: string): Range {
  const entry = node.kind === 'map' ? node.entries.find((one) => one.key.text === key) : undefined;
  return entry?.key ?? node;
}
