import { isSwitchedOff } from './cron-field.ts';
import { namesColumns } from './has-user-column.ts';
import { wordsOfEntry, type Columns, type EntryWords } from './words-of-entry.ts';

/** A variable of a crontab, for the entries below it. */
export interface CrontabVariable {
  readonly name: string;
  readonly value: string;
}

/** A line of a crontab that asks for a command. */
export interface CrontabEntry extends EntryWords {
  readonly kind: 'entry';
  /** From 1. */
  readonly line: number;
  /** As it is written. */
  readonly text: string;
  /** What the comments right above it say. */
  readonly description: string;
  /** The last one of each name that stands above it, in the order of the text. */
  readonly variables: readonly CrontabVariable[];
}

/** A line that has no place in a DAG. */
export interface RefusedLine {
  readonly kind: 'refused';
  readonly line: number;
  readonly text: string;
  readonly reason: string;
}

/** Reads a crontab: any text whatsoever, in the order of its lines. */
export function readCrontab(
  text: string,
  columns: Columns,
): readonly (CrontabEntry | RefusedLine)[] {
  const variables = new Map<string, string>();
  const read: (CrontabEntry | RefusedLine)[] = [];
  let comments: string[] = [];
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    const line = written.trim();
    if (line.startsWith('#')) {
      comments.push(line.replace(/^#+\s*/, ''));
      continue;
    }
    const variable = variableOf(line);
    if (variable) {
      // The last one counts, and those after it may be read in terms of it.
      variables.delete(variable.name);
      variables.set(variable.name, variable.value);
    } else if (line !== '') {
      const at = { line: index + 1, text: written };
      const above = { description: descriptionOf(comments), variables, columns };
      read.push(readEntry(line, at, above));
    }
    comments = [];
  }
  return read;
}

/** Comments that name the columns, or switch an entry off, say nothing of the entry below them. */
function descriptionOf(comments: readonly string[]): string {
  if (comments.some((comment) => namesColumns.test(comment))) return '';
  return comments.filter((comment) => comment !== '' && !isSwitchedOff(comment)).join('\n');
}

interface Above {
  readonly columns: Columns;
  readonly description: string;
  readonly variables: ReadonlyMap<string, string>;
}

function readEntry(
  line: string,
  at: Pick<RefusedLine, 'line' | 'text'>,
  { description, variables, columns }: Above,
): CrontabEntry | RefusedLine {
  const words = wordsOfEntry(line, columns);
  if ('reason' in words) return { kind: 'refused', ...at, reason: words.reason };
  const named = [...variables].map(([name, value]) => ({ name, value }));
  return { kind: 'entry', ...at, description, ...words, variables: named };
}

const QUOTED = /^(["'])(.*)\1$/;

/** `NAME = value`: quotes around the value or the name keep its spaces, and nothing in it is expanded. */
function variableOf(line: string): CrontabVariable | null {
  const [, name, value] = /^("[^"]+"|'[^']+'|[A-Za-z_]\w*)\s*=\s*(.*)$/.exec(line) ?? [];
  if (name === undefined || value === undefined) return null;
  return { name: name.replace(QUOTED, '$2'), value: value.replace(QUOTED, '$2') };
}
