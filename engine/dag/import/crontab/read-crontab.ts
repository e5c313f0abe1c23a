import { isCronField, isSwitchedOff } from './cron-field.ts';
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

/** Reads a crontab: any text whatsoever, in the order of its lines, as far as somebody asks. */
export function* readCrontab(
  text: string,
  columns: Columns,
): Generator<CrontabEntry | RefusedLine, void> {
  const values = new Map<string, string>();
  // All entries up to the next variable share one list: a crontab may have many of both.
  let variables: readonly CrontabVariable[] | null = null;
  let comments: string[] = [];
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    const line = written.trim();
    if (line.startsWith('#')) {
      comments.push(line.replace(/^#+\s*/, ''));
      continue;
    }
    const variable = variableOf(line);
    if (variable && isEntryWithZone(variable)) {
      yield { kind: 'refused', line: index + 1, text: written, reason: zoneReason(variable) };
    } else if (variable) {
      // The last one counts, and those after it may be read in terms of it.
      values.delete(variable.name);
      values.set(variable.name, variable.value);
      variables = null;
    } else if (line !== '') {
      const at = { line: index + 1, text: written };
      variables ??= [...values].map(([name, value]) => ({ name, value }));
      const above = { description: descriptionOf(comments), variables, columns };
      yield readEntry(line, at, above);
    }
    comments = [];
  }
}

/** Comments that name the columns, or switch an entry off, say nothing of the entry below them. */
function descriptionOf(comments: readonly string[]): string {
  if (comments.some((comment) => namesColumns.test(comment))) return '';
  return comments.filter((comment) => comment !== '' && !isSwitchedOff(comment)).join('\n');
}

interface Above extends Pick<CrontabEntry, 'description' | 'variables'> {
  readonly columns: Columns;
}

function readEntry(
  line: string,
  at: Pick<RefusedLine, 'line' | 'text'>,
  { description, variables, columns }: Above,
): CrontabEntry | RefusedLine {
  const words = wordsOfEntry(line, columns);
  if ('reason' in words) return { kind: 'refused', ...at, reason: words.reason };
  return { kind: 'entry', ...at, description, ...words, variables };
}

/** Some crons take a zone before the fields; others would take all of it for the value of a variable. */
function isEntryWithZone({ name, value }: CrontabVariable): boolean {
  const fields = value.split(/\s+/).slice(1, 6);
  return (
    /^(?:CRON_)?TZ$/.test(name) &&
    (fields[0]?.startsWith('@') || (fields.length === 5 && fields.every(isCronField)))
  );
}

const zoneReason = ({ name, value }: CrontabVariable): string =>
  `write \`CRON_TZ=${value.split(/\s/, 1)[0]}\` in a line of its own above this one, and leave out \`${name}\` here`;

const QUOTED = /^(["'])(.*)\1$/;

/** `NAME = value`: quotes around the value or the name keep its spaces, and nothing in it is expanded. */
function variableOf(line: string): CrontabVariable | null {
  const [, name, value] = /^("[^"]+"|'[^']+'|[A-Za-z_]\w*)\s*=\s*(.*)$/.exec(line) ?? [];
  if (name === undefined || value === undefined) return null;
  return { name: name.replace(QUOTED, '$2'), value: value.replace(QUOTED, '$2') };
}
