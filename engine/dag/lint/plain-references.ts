import type { Condition } from '../definition.ts';
import { parseReference } from '../reference-syntax.ts';
import { textParts } from '../text-parts.ts';
import type { LintDocument, LintStep } from './lint-document.ts';
import { locate, type StepReference } from './step-references.ts';
import { isBuiltIn, isOfSystem } from '../declared-names.ts';

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

/** Those in texts that are a language of their own, where one to a name that nothing declares stays as it is. */
export function keptReferences({ kept }: LintStep, text: string): StepReference[] {
  return kept.flatMap((own) =>
    plainNames(own.text, 'language')
      .filter(({ name }) => isOfSystem(name) || !isBuiltIn(name))
      .map(({ name, written }) =>
        referenceTo(name, { written, key: own.key, range: locate(written, own, text) }),
      ),
  );
}

function referenceTo(
  name: string,
  place: Pick<StepReference, 'written' | 'key' | 'range'>,
): StepReference {
  return {
    ...place,
    reference: { name, path: [], slice: null },
    inShell: false,
    hasDefault: false,
  };
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
    .map(({ name, written }) =>
      referenceTo(name, { written, key, range: locate(written, value, text) }),
    );
}

function plainNames(
  own: string,
  where: 'anywhere' | 'language' = 'anywhere',
): { readonly name: string; readonly written: string }[] {
  return textParts(own, where).flatMap((part) => {
    if (part.kind !== 'reference') return [];
    const [only, ...others] = part.readings;
    const reference = parseReference(only?.expression ?? '');
    if (!reference || reference.path.length > 0 || only?.fallback || others.length > 0) return [];
    return [{ name: reference.name, written: own.slice(part.start, part.end) }];
  });
}
