import { parseReference, REFERENCE_SOURCE, type Reference } from '../reference-syntax.ts';
import { findShellReferences } from '../shell-scan.ts';
import type { Range } from '../source/source-node.ts';
import type { LintStep } from './lint-document.ts';

/** A `${…}` of a step that only the engine can fill in. */
export interface StepReference {
  readonly reference: Reference;
  /** As it is written, braces included. */
  readonly written: string;
  readonly range: Range;
  /** The key of the step in which it stands. */
  readonly key: string;
}

/** Keys in whose text the engine expands references itself. */
const EXPANDED = [
  ...['preconditions', 'env', 'params', 'parallel', 'value', 'working_dir', 'stdout', 'stderr'],
  ...['retry_policy', 'repeat_policy', 'config', 'call'],
];
const REFERENCE = new RegExp(String.raw`(?<!\\)\$\{(${REFERENCE_SOURCE})\}`, 'gu');

/** The references with a path (`${OUT.a}`, `${id.exit_code}`) in the texts of a step, each with its place. */
export function stepReferences(step: LintStep, text: string): readonly StepReference[] {
  const expanded = EXPANDED.flatMap((key) => {
    const value = step.draft.given.get(key)?.value;
    return value === undefined ? [] : rawReferences(key, value, text);
  });
  return [...shellReferences(step, text), ...expanded];
}

function rawReferences(key: string, { start, end }: Range, text: string): StepReference[] {
  return [...text.slice(start, end).matchAll(REFERENCE)].flatMap((match) => {
    const [written, expression = ''] = match;
    const from = start + match.index;
    return placed(key, { written, expression, range: { start: from, end: from + written.length } });
  });
}

function shellReferences(step: LintStep, text: string): StepReference[] {
  return shellTexts(step).flatMap((shellText) => {
    let from = shellText.start;
    return findShellReferences(shellText.text).flatMap(({ expression }) => {
      const written = `\${${expression}}`;
      const range = locate(written, { start: from, end: shellText.end }, text);
      from = range.end > from && range.end < shellText.end ? range.end : from;
      return placed(step.shellKey ?? '', { written, expression, range });
    });
  });
}

function placed(
  key: string,
  { written, expression, range }: { written: string; expression: string; range: Range },
): StepReference[] {
  const reference = parseReference(expression);
  return reference && reference.path.length > 0 ? [{ reference, written, range, key }] : [];
}

/** What a POSIX shell reads of a step. */
export function shellTexts({ shellKey, step, draft }: LintStep) {
  const script = draft.given.get('script')?.value;
  if (shellKey === 'command') return draft.values.commands;
  if (shellKey === 'script' && script) return [{ ...script, text: step.script ?? '' }];
  return [];
}

/** Where a part of a value stands in the text; the value where quotes or folding changed it. */
export function locate(part: string, { start, end }: Range, text: string): Range {
  const found = text.indexOf(part, start);
  return found === -1 || found + part.length > end
    ? { start, end }
    : { start: found, end: found + part.length };
}
