import { Cron } from 'croner';
import { everFires } from './cron-dates.ts';
import type { ScheduleEntry } from './definition.ts';

/** What is wrong with a schedule line, as the end of a sentence. */
export interface ScheduleProblem {
  readonly problem: string;
}

export interface NextTimesOptions {
  /** Exclusive. */
  readonly after: Date;
  readonly count: number;
  /** IANA zone of entries that name none; null: the zone of the machine. */
  readonly timezone: string | null;
}

/** The times at which any of the entries is due next: sorted, each once, at most `count`. */
export function nextTimes(entries: readonly ScheduleEntry[], options: NextTimesOptions): Date[] {
  const times = new Set<number>();
  for (const { cron, timezone } of entries) {
    const due = cronOf(cron, timezone ?? options.timezone);
    for (const time of due.nextRuns(options.count, options.after)) times.add(time.getTime());
  }
  return [...times]
    .sort((a, b) => a - b)
    .slice(0, options.count)
    .map((time) => new Date(time));
}

/** Reads `minute hour day month weekday`, with `CRON_TZ=<zone>` before it or not, and checks that it ever fires. */
export function parseScheduleEntry(expression: string): ScheduleEntry | ScheduleProblem {
  const [, timezone = null, cron = ''] = /^\s*(?:CRON_TZ=(\S*)\s)?(.*)$/s.exec(expression) ?? [];
  if (timezone !== null && !isTimezone(timezone)) {
    return { problem: `has the unknown time zone \`${timezone}\`` };
  }
  const fields = cron.split(/\s+/).filter((field) => field !== '');
  const entry = { expression, cron: fields.join(' '), timezone };
  const problem = fieldCountProblem(fields) ?? syntaxProblem(fields) ?? timeProblem(entry);
  return problem === null ? entry : { problem };
}

const FIELDS = 'minute hour day month weekday';
/** One of the parts that commas join: a value, a range or everything, with a step or not. */
const PART = /^(?:\*|\?|\w+(?:-\w+)?)(?:\/\d+)?$/;
const NAMES = /^(?:sun|mon|tue|wed|thu|fri|sat|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)$/i;

function fieldCountProblem(fields: readonly string[]): string | null {
  if (fields[0]?.startsWith('@')) return `must have five fields (${FIELDS}), not a short form`;
  return fields.length === 5 ? null : `has ${fields.length} fields instead of five (${FIELDS})`;
}

/** croner knows more than cron does (`L`, `#`, `W` and the like); a definition should mean the same everywhere. */
function syntaxProblem(fields: readonly string[]): string | null {
  for (const field of fields) {
    const words = field.match(/[A-Za-z]+/g) ?? [];
    if (
      !field.split(',').every((part) => PART.test(part)) ||
      !words.every((word) => NAMES.test(word))
    ) {
      return `has a field that is no cron field: \`${field}\``;
    }
  }
  return null;
}

function timeProblem({ cron }: ScheduleEntry): string | null {
  try {
    cronOf(cron, null);
    return everFires(cron) ? null : 'never fires';
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    return `is no cron expression: ${reason.replace(/^CronPattern: (?:Syntax error, )?/, '')}`;
  }
}

function cronOf(cron: string, timezone: string | null): Cron {
  // Sloppy ranges: `5/15` is every fifteen minutes from the fifth on, as in other schedulers.
  const options = { mode: '5-part', sloppyRanges: true } as const;
  return new Cron(cron, timezone === null ? options : { ...options, timezone });
}

function isTimezone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    // The only way to ask.
    return false;
  }
}
