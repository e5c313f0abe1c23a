import type { LoadIssue } from '../definition.ts';
import { lineIndex } from './line-index.ts';
import type { Range } from './source-node.ts';

/** Collects the findings of one file. */
export interface Report {
  readonly error: (range: Range, message: string, suggestion?: string) => void;
  /** A key of an earlier form of the language whose place is taken by another one, without a doubt. */
  readonly olderForm: (range: Range, message: string, suggestion?: string) => void;
  /** Something that is allowed but probably not meant. `code` names the rule that found it. */
  readonly warn: (range: Range, warning: Warning) => void;
  /** Whether so many errors were found that looking for more is no use to anybody. */
  readonly isFull: () => boolean;
  readonly hasErrors: () => boolean;
  readonly lineOf: (range: Range) => number;
  /** `line 3, column 5`. */
  readonly placeOf: (range: Range) => string;
  /** Lines and columns from 1, without the white space at the end. */
  readonly spanOf: (range: Range) => Pick<LoadIssue, 'line' | 'column' | 'endLine' | 'endColumn'>;
  /** In the order of the text, each once. */
  readonly issues: () => readonly LoadIssue[];
}

export interface Warning {
  readonly code: string;
  readonly message: string;
  readonly suggestion?: string;
}

interface Found extends Pick<LoadIssue, 'severity' | 'code' | 'message' | 'suggestion'> {
  readonly range: Range;
}

/** The code of errors about keys of earlier forms, by which an import finds what it can turn. */
export const OLDER_FORM = 'older-form';

/** A file with more errors than this is not a DAG; its list stops here. */
const MAX_ISSUES = 1000;

/** Collects what is found in this text, the first 1000. */
export function createReport(text: string): Report {
  let index: ReturnType<typeof lineIndex> | undefined;
  const position = (offset: number) => (index ??= lineIndex(text))(offset);
  const found: Found[] = [];
  let errors = 0;
  const add = (one: Found): void => {
    if (found.length < MAX_ISSUES) found.push(one);
  };
  const addError = (one: Omit<Found, 'severity'>, suggestion: string | undefined): void => {
    errors += 1;
    add({ severity: 'error', ...one, ...(suggestion === undefined ? {} : { suggestion }) });
  };
  const spanOf: Report['spanOf'] = (range) => {
    const end = position(trimmedEnd(text, range));
    return { ...position(range.start), endLine: end.line, endColumn: end.column };
  };
  return {
    error: (range, message, suggestion) => addError({ range, message }, suggestion),
    olderForm: (range, message, suggestion) =>
      addError({ range, message, code: OLDER_FORM }, suggestion),
    warn: (range, warning) => add({ severity: 'warning', range, ...warning }),
    isFull: () => found.length >= MAX_ISSUES,
    hasErrors: () => errors > 0,
    lineOf: ({ start }) => position(start).line,
    placeOf: ({ start }) => `line ${position(start).line}, column ${position(start).column}`,
    spanOf,
    issues: () => {
      const issues = found
        .toSorted((a, b) => a.range.start - b.range.start)
        .map(({ range, ...finding }): LoadIssue => ({ ...finding, ...spanOf(range) }));
      return withoutRepeats(issues);
    },
  };
}

/** Block values reach up to the next key; a mark should end where the value does. */
function trimmedEnd(text: string, { start, end }: Range): number {
  let last = Math.min(Math.max(start, end), text.length);
  while (last > start && /\s/.test(text.charAt(last - 1))) last -= 1;
  return last;
}

/** An alias brings the errors of its anchor along once more. */
function withoutRepeats(issues: readonly LoadIssue[]): readonly LoadIssue[] {
  const seen = new Set<string>();
  return issues.filter(({ line, column, message }) => {
    const key = `${line}:${column} ${message}`;
    return !seen.has(key) && seen.add(key);
  });
}
