import { shortForm } from '../../short-forms.ts';
import { isCronField } from './cron-field.ts';

/** What an entry of a crontab says. */
export interface EntryWords {
  /** Five fields, or `@reboot`. */
  readonly schedule: string;
  /** As whom it runs; null: the crontab has no column for that. */
  readonly user: string | null;
  readonly command: string;
  /** What the command reads: lines, each with its end; null: nothing is said of that. */
  readonly input: string | null;
  /** Options of the entry that stand before its command, as OpenBSD has them; empty: none. */
  readonly options: string;
}

/** What stands in a line. */
export interface Columns {
  /** Whether a user stands between the schedule and the command. */
  readonly hasUser: boolean;
}

/** A short form that only some crons have. */
const EVERY_MINUTE: Readonly<Record<string, string>> = { '@every_minute': '* * * * *' };

/** Takes an entry apart: when, as whom, what, and what the command reads. */
export function wordsOfEntry(
  line: string,
  { hasUser }: Columns,
): EntryWords | { readonly reason: string } {
  if (ofAnacron.test(line) && !hasFiveFields(line)) return { reason: ANACRON };
  // A dash in front keeps some crons from writing to the system log.
  const [, schedule, rest] = /^-?(@\S+|\S+(?:\s+\S+){4})\s+(.*)$/.exec(line) ?? [];
  if (schedule === undefined || rest === undefined) return { reason: NO_ENTRY };
  const fields = schedule.startsWith('@')
    ? (EVERY_MINUTE[schedule] ?? shortForm(schedule))
    : schedule;
  if (fields === undefined) return { reason: `\`${schedule}\` is not a supported schedule` };
  const both = bothDays(fields);
  if (both !== null) return { reason: both };
  const [further = ''] = rest.split(/\s/, 1);
  if (isCronField(further)) return { reason: furtherField(further) };
  const [, user, ofUser] = hasUser ? (/^(\S+)\s+(.*)$/.exec(rest) ?? []) : [];
  if (hasUser && ofUser === undefined) return { reason: NO_USER };
  const { command: all, input } = splitAtPercent(ofUser ?? rest);
  const [, options = '', command = ''] = /^((?:-[nqs]+\s+)*)(.*)$/s.exec(all.trim()) ?? [];
  if (command === '') return { reason: NO_ENTRY };
  const words = { schedule: fields.replace(/\s+/g, ' '), user: user ?? null };
  return { ...words, options: options.trim(), command, input };
}

/** `period delay name command`. */
const ofAnacron = /^(?:\d+|@[a-z]+)\s+\d+\s+[a-z][\w.-]*\s+\S/i;
const ANACRON =
  'this is a line of an anacrontab (period, delay, name, command): write a schedule of five fields, and set `catchup_window` in the DAG to run what the computer missed while it was off';

const hasFiveFields = (line: string): boolean => line.split(/\s+/).slice(0, 5).every(isCronField);

function furtherField(word: string): string {
  const advice = /[a-z]/i.test(word) ? `, or write the path of the program \`${word}\`` : '';
  return `\`${word}\` looks like a further field of the schedule (seconds or years), and a schedule here has five: remove the field${advice}`;
}

const NO_ENTRY = 'this is neither five fields and a command nor `NAME=value`';
const NO_USER = 'a user and a command must follow the schedule in this crontab';

/**
 * Why a line whose days are no DAG's is refused. cron takes a field that begins with `*` for an open one, `*\/2` as well, and
 * such a line is due on days that match both fields. For a DAG one of two restricted fields is enough, so it would run more often.
 */
function bothDays(fields: string): string | null {
  const [, , day = '', , weekday = ''] = fields.split(/\s+/);
  if (day === '*' || weekday === '*') return null;
  if (!day.startsWith('*') && !weekday.startsWith('*')) return null;
  return `cron runs this on days that match both \`${day}\` and \`${weekday}\`, and a DAG on days that match one of them. Write \`*\` for one, and check the other in \`preconditions\` of the DAG`;
}

/**
 * The first `%` ends the command, and each further one ends a line of what it reads. `\%` is a percent sign; in a command the
 * second of two backslashes has no say over what follows.
 */
function splitAtPercent(rest: string): Pick<EntryWords, 'command' | 'input'> {
  const [written = ''] = /^(?:[^\\%]|\\.)*\\?/.exec(rest) ?? [];
  const command = written.replace(/\\(.)/g, (pair, letter) => (letter === '%' ? '%' : pair));
  if (written === rest) return { command, input: null };
  const lines = rest.slice(written.length + 1).split(/(?<!\\)%/);
  const input = lines.map((line) => line.replaceAll('\\%', '%')).join('\n');
  // cron ends the last line, unless nothing stands in it.
  return { command, input: input === '' || input.endsWith('\n') ? input : `${input}\n` };
}
