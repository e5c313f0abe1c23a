import { MAX_IMPORT_FILES } from '../../../contract/imports.ts';
import type { LoadResult } from '../../definition.ts';
import { expressionsOf } from '../expressions-of.ts';
import type { Remark } from '../remark.ts';
import { dagOfEntry } from './dag-of-entry.ts';
import { hasUserColumn } from './has-user-column.ts';
import { EntryNames } from './name-entries.ts';
import { readCrontab, type CrontabEntry, type RefusedLine } from './read-crontab.ts';

export interface CrontabToPlan {
  /** Of its file. */
  readonly name: string;
  readonly text: string;
  /** Whether a user stands before each command; undefined: as the name and the text say. */
  readonly system: boolean | undefined;
  /** Names that other entries have, in lower case. */
  readonly taken: readonly string[];
  /** How many lines there is room for, and characters of definitions. */
  readonly room: number;
  readonly characters: number;
  /** As whom commands run here; null where that has no name. */
  readonly own: string | null;
}

/** The DAG that a line of a crontab becomes, or why it becomes none. */
export interface PlannedLine {
  readonly line: number;
  readonly before: string;
  /** Empty where there is no DAG. */
  readonly fileName: string;
  readonly spec: string;
  readonly remarks: readonly Remark[];
  readonly problems: readonly Remark[];
  readonly schedules: readonly string[];
}

export interface CrontabPlan {
  readonly lines: readonly PlannedLine[];
  /** Characters that are left for other crontabs; none where one had no room. */
  readonly left: number;
}

/** Reads the text of a DAG as the engine does. */
type Load = (text: string, name: string) => LoadResult;

/** Plans a DAG for each entry of a crontab, in the order of its lines, as far as there is room. */
export function planCrontab(
  { name, text, system, taken, room, characters, own }: CrontabToPlan,
  load: Load,
): CrontabPlan {
  const names = new EntryNames(new Set(taken));
  const lines: PlannedLine[] = [];
  let left = characters;
  for (const entry of readCrontab(text, { hasUser: system ?? hasUserColumn(name, text) })) {
    const spec = entry.kind === 'refused' ? '' : dagOfEntry(entry);
    left -= spec.length;
    if (lines.length >= room || left < 0)
      return { lines: [...lines, refusedLine(entry, noRoom(left))], left: 0 };
    lines.push(
      entry.kind === 'refused'
        ? refusedLine(entry, entry.reason)
        : planEntry(entry, { fileName: names.take(entry), spec, own, load }),
    );
  }
  return { lines, left };
}

function noRoom(left: number): string {
  const most =
    left < 0
      ? 'The definitions of an import have at most 1 Mi characters together'
      : `An import has at most ${MAX_IMPORT_FILES} entries`;
  return `${most}: import this line and those below it in a second one.`;
}

function refusedLine(
  { line, text }: Pick<RefusedLine, 'line' | 'text'>,
  message: string,
): PlannedLine {
  const nothing = { fileName: '', spec: '', remarks: [], schedules: [] };
  return { line, before: text, problems: [{ line, message }], ...nothing };
}

interface Named {
  readonly fileName: string;
  readonly spec: string;
  readonly own: string | null;
  readonly load: Load;
}

function planEntry(entry: CrontabEntry, { fileName, spec, own, load }: Named): PlannedLine {
  const { dag, issues } = load(spec, fileName);
  const first = issues.find(({ severity }) => severity === 'error');
  // Its own line is what its writer knows.
  if (first) return refusedLine(entry, first.message);
  return {
    line: entry.line,
    before: entry.text,
    fileName,
    spec,
    remarks: remarksOf(entry, { spec, own }),
    problems: [],
    schedules: dag === null ? [] : expressionsOf(dag.schedule),
  };
}

/** What cron does otherwise. */
function remarksOf(
  { variables, user, schedule, options }: CrontabEntry,
  { spec, own }: { readonly spec: string; readonly own: string | null },
): readonly Remark[] {
  const mails = variables.some(({ name, value }) => name === 'MAILTO' && value !== '');
  const isDelayed = variables.some(({ name, value }) => name === 'RANDOM_DELAY' && value !== '0');
  const stepped = /(?:^|[ ,])(\w+\/\d+)(?=[ ,]|$)/.exec(schedule)?.[1];
  const isOther = user !== null && user !== own;
  return [
    ...(mails ? [{ line: lineOf(spec, 'error_mail:'), message: MAILS }] : []),
    ...(isDelayed ? [{ line: lineOf(spec, 'schedule:'), message: DELAY }] : []),
    ...(stepped === undefined
      ? []
      : [{ line: lineOf(spec, 'schedule:'), message: steppedFrom(stepped) }]),
    ...(options === '' ? [] : [{ line: lineOf(spec, 'steps:'), message: leftOut(options) }]),
    ...(isOther ? [{ line: lineOf(spec, 'steps:'), message: otherUser(user, own) }] : []),
  ];
}

const otherUser = (user: string, own: string | null): string =>
  `cron runs this as ${user}; here it runs as ${own ?? 'the user'}, who runs the engine.`;

const steppedFrom = (part: string): string =>
  `Many crons take \`${part}\` as its first number only; here it runs from that number on, at each step. Write the number, or a range such as \`${part.replace('/', '-59/')}\`.`;

const leftOut = (options: string): string =>
  `\`${options}\` stands before the command, as an option of the cron of OpenBSD, and is left out: a run whose DAG still runs is skipped here, and only a failure is mailed.`;

const DELAY =
  'With `RANDOM_DELAY` cron starts this some minutes later, another number each time; here it starts on time.';

const MAILS =
  'cron mails whatever a command prints; here a failure is mailed, by the server in `smtp` of base.yaml.';

const lineOf = (text: string, start: string): number =>
  text.split('\n').findIndex((line) => line.startsWith(start)) + 1;
