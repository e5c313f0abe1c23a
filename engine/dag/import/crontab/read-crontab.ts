import { wordsOfEntry } from './words-of-entry.ts';

/** A variable of a crontab, for the entries below it. */
export interface CrontabVariable {
  readonly name: string;
  readonly value: string;
}

/** A line of a crontab that asks for a command. */
export interface CrontabEntry {
  readonly kind: 'entry';
  /** From 1. */
  readonly line: number;
  /** As it is written. */
  readonly text: string;
  /** What the comments right above it say. */
  readonly description: string;
  /** Five fields. */
  readonly schedule: string;
  readonly command: string;
  /** What the command reads; null: nothing. */
  readonly input: string | null;
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

/** Reads a crontab of a user: any text whatsoever, in the order of its lines. */
export function readCrontab(text: string): readonly (CrontabEntry | RefusedLine)[] {
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
      const above = { description: comments.filter(Boolean).join('\n'), variables };
      read.push(readEntry(line, at, above));
    }
    comments = [];
  }
  return read;
}

interface Above {
  readonly description: string;
  readonly variables: ReadonlyMap<string, string>;
}

function readEntry(
  line: string,
  at: Pick<RefusedLine, 'line' | 'text'>,
  { description, variables }: Above,
): CrontabEntry | RefusedLine {
  const words = wordsOfEntry(line);
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
