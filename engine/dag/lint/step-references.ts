import type { StepDraft } from '../fields/steps-field.ts';
import { parseReference, REFERENCE_SOURCE, type Reference } from '../reference-syntax.ts';
import { findShellReferences } from '../shell-scan.ts';
import type { Range } from '../source/source-node.ts';
import type { LintDocument, LintStep, LintText } from './lint-document.ts';

/** A `${…}` of a step, or of a field of the DAG, that only the engine can fill in. */
export interface StepReference {
  readonly reference: Reference;
  /** As it is written, braces included. */
  readonly written: string;
  readonly range: Range;
  /** The key in which it stands. */
  readonly key: string;
  /** Whether a shell reads what means nothing to the engine. */
  readonly inShell: boolean;
  readonly hasDefault: boolean;
}

/** Keys in whose text the engine expands references itself. */
const EXPANDED = [
  ...['preconditions', 'env', 'params', 'parallel', 'value', 'working_dir', 'stdout', 'stderr'],
  ...['retry_policy', 'repeat_policy', 'config', 'call', 'shell'],
];
const OF_DAG = ['env', 'params', 'preconditions', 'working_dir', 'log_dir', 'dotenv', 'shell'];
const MAY_BE_COMMANDS = ['preconditions', 'repeat_policy'];
const REFERENCE = new RegExp(
  String.raw`(?<!\\)\$\{(?<expression>${REFERENCE_SOURCE})(?<next>\}|:-)`,
  'gu',
);

/** The references with a path (`${OUT.a}`, `${id.exit_code}`) in the texts of a step, each with its place. */
export function stepReferences(step: LintStep, text: string): readonly StepReference[] {
  const ownTexts = step.texts.filter(({ reader }) => reader.kind === 'engine');
  return [
    ...shellReferences(step, text),
    ...ownTexts.flatMap((own) => rawReferences(own.key, own, text)),
    ...fieldReferences(step.draft.given, EXPANDED, text),
  ];
}

/** Those in the fields of the DAG itself. */
export function dagReferences({ given, file }: LintDocument): readonly StepReference[] {
  return fieldReferences(given, OF_DAG, file.text);
}

function fieldReferences(
  given: StepDraft['given'],
  keys: readonly string[],
  text: string,
): readonly StepReference[] {
  return keys.flatMap((key) => {
    const value = given.get(key)?.value;
    return value === undefined ? [] : rawReferences(key, value, text);
  });
}

function rawReferences(key: string, { start, end }: Range, text: string): StepReference[] {
  return [...text.slice(start, end).matchAll(REFERENCE)].flatMap((match) => {
    const { expression = '', next } = match.groups ?? {};
    const from = start + match.index;
    const range = { start: from, end: from + match[0].length };
    const where = { key, inShell: MAY_BE_COMMANDS.includes(key), range };
    return placed(expression, { ...where, hasDefault: next === ':-' });
  });
}

function shellReferences(step: LintStep, text: string): StepReference[] {
  return shellTexts(step).flatMap(({ key, ...shellText }) => {
    let from = shellText.start;
    return findShellReferences(shellText.text).flatMap(({ expression, hasDefault }) => {
      const range = locate(`\${${expression}`, { start: from, end: shellText.end }, text);
      from = range.end > from && range.end < shellText.end ? range.end : from;
      const marked = text[range.end] === '}' ? { ...range, end: range.end + 1 } : range;
      return placed(expression, {
        key,
        inShell: true,
        range: marked,
        hasDefault,
      });
    });
  });
}

function placed(
  expression: string,
  where: Omit<StepReference, 'reference' | 'written'>,
): StepReference[] {
  const reference = parseReference(expression);
  const written = `\${${expression}}`;
  return reference && reference.path.length > 0 ? [{ reference, written, ...where }] : [];
}

/** What a POSIX shell reads of a step. */
export function shellTexts({ texts }: LintStep): readonly LintText[] {
  return texts.filter(({ reader }) => reader.kind === 'shell');
}

/** What programs read that have languages of their own. */
export function languageTexts({ texts }: LintStep) {
  return texts.flatMap(({ reader, ...text }) =>
    reader.kind === 'language' ? [{ ...text, reader }] : [],
  );
}

/** Where a part of a value stands in the text; the value where quotes or folding changed it. */
export function locate(part: string, { start, end }: Range, text: string): Range {
  const found = text.indexOf(part, start);
  return found === -1 || found + part.length > end
    ? { start, end }
    : { start: found, end: found + part.length };
}
