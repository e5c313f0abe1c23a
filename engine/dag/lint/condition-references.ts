import type { Condition } from '../definition.ts';
import { parseReference } from '../reference-syntax.ts';
import { textParts } from '../text-parts.ts';
import type { LintDocument, LintStep } from './lint-document.ts';
import { locate, type StepReference } from './step-references.ts';

/** Plain names (`${NAME}`) in the conditions of a step that are texts: there an undeclared one fails the step. */
export function conditionReferences({ step, draft }: LintStep, text: string): StepReference[] {
  const { preconditions, repeatPolicy } = step;
  const repeated = repeatPolicy?.condition ?? null;
  return [
    ...plainReferences(preconditions, { key: 'preconditions', given: draft.given, text }),
    ...plainReferences(repeated === null ? [] : [repeated], {
      key: 'repeat_policy',
      given: draft.given,
      text,
    }),
  ];
}

/** The same in the preconditions of the DAG. */
export function dagConditionReferences({ dag, given, file }: LintDocument): StepReference[] {
  return plainReferences(dag.preconditions, { key: 'preconditions', given, text: file.text });
}

interface Place {
  readonly key: string;
  readonly given: LintDocument['given'] | LintStep['draft']['given'];
  readonly text: string;
}

function plainReferences(
  conditions: readonly Condition[],
  { key, given, text }: Place,
): StepReference[] {
  const value = given.get(key)?.value;
  if (value === undefined) return [];
  return conditions
    .flatMap(({ condition, expected }) => (expected === null ? [] : [condition, expected]))
    .flatMap((own) => plainNames(own))
    .map(({ name, written }) => ({
      reference: { name, path: [], slice: null },
      written,
      range: locate(written, value, text),
      key,
      inShell: false,
      hasDefault: false,
    }));
}

function plainNames(own: string): { readonly name: string; readonly written: string }[] {
  return textParts(own).flatMap((part) => {
    if (part.kind !== 'reference') return [];
    const [only, ...others] = part.readings;
    const reference = parseReference(only?.expression ?? '');
    if (!reference || reference.path.length > 0 || only?.fallback || others.length > 0) return [];
    return [{ name: reference.name, written: own.slice(part.start, part.end) }];
  });
}
