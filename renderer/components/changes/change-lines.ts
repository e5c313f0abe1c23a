import type {
  ChangeSet,
  DagChanges,
  FieldChange,
  NeedChange,
  ScheduleChange,
  StepChange,
} from '#contract/dag-changes.ts';
import { texts } from './texts.ts';

/** One line of the summary. */
export interface ChangeLine {
  readonly mark: 'added' | 'removed' | 'changed';
  readonly name: string;
  /** What it is and was, in words; empty where the name says all. */
  readonly value: string;
  /** The next times of a schedule; empty for what is none. */
  readonly times: readonly string[];
  /** Whether it belongs to the line before that is none. */
  readonly isPart: boolean;
}

/** Lines under a heading. */
export interface ChangeGroup {
  readonly title: string;
  /** DAG of the same file that it is about; empty for the first one. */
  readonly dag: string;
  readonly lines: readonly ChangeLine[];
}

type Part = Exclude<keyof typeof texts.groups, 'calledBy'>;

/** What a run would reach, and when. */
const reached: readonly Part[] = ['programs', 'hosts', 'secrets', 'schedule', 'calls'];
const usual: readonly Part[] = [
  'steps',
  'handlers',
  'schedule',
  'params',
  'fields',
  'secrets',
  'programs',
  'hosts',
  'calls',
];
const reviewed = [...reached, ...usual.filter((part) => !reached.includes(part))];

/** The summary, in the order in which it is read; groups without a change are left out. */
export function changeGroups(changes: DagChanges, isReview: boolean): readonly ChangeGroup[] {
  const order = isReview ? reviewed : usual;
  const groupsOf = (set: ChangeSet, dag: string): readonly ChangeGroup[] => {
    const lines = linesOf(set);
    return order
      .filter((part) => lines[part].length > 0)
      .map((part) => ({ title: texts.groups[part], dag, lines: lines[part] }));
  };
  return [
    ...groupsOf(changes, ''),
    ...changes.localDags.flatMap((local) => groupsOf(local, local.name)),
  ];
}

function linesOf(set: ChangeSet): Readonly<Record<Part, readonly ChangeLine[]>> {
  return {
    steps: set.steps.flatMap(stepLines),
    handlers: set.handlers.flatMap(stepLines),
    schedule: set.schedule === null ? [] : scheduleLines(set.schedule),
    params: set.params.map(paramLine),
    fields: set.fields.map((one) => fieldLine(one, false)),
    secrets: set.secrets.map((one) => line(one.change, one.name, valueText(one.before, one.after))),
    programs: needLines(set.programs),
    hosts: needLines(set.hosts),
    calls: needLines(set.calls),
  };
}

function line(mark: ChangeLine['mark'], name: string, value = ''): ChangeLine {
  return { mark, name, value, times: [], isPart: false };
}

function stepLines(step: StepChange): readonly ChangeLine[] {
  const { change, name, previousName, fields, depends } = step;
  if (change === 'removed') return [line(change, name)];
  const title = change === 'renamed' ? texts.change(previousName, name) : name;
  return [
    line(change === 'renamed' ? 'changed' : change, title),
    ...fields.map((one) => fieldLine(one, true)),
    ...needLines(depends).map((one) => ({ ...one, name: texts.after(one.name), isPart: true })),
  ];
}

function fieldLine({ field, before, after }: FieldChange, isPart: boolean): ChangeLine {
  const mark = before === null ? 'added' : after === null ? 'removed' : 'changed';
  return { ...line(mark, texts.field(field), valueText(before, after)), isPart };
}

function paramLine(param: ChangeSet['params'][number]): ChangeLine {
  const { name, change, before, after, requiredBefore, requiredAfter } = param;
  const word = requiredAfter ? texts.required : texts.optional;
  const value = valueText(before, after);
  const words = requiredBefore === requiredAfter ? [value] : [value, word];
  return line(change, name, words.filter(Boolean).join(', '));
}

function valueText(before: string | null, after: string | null): string {
  if (before === null || after === null) return shortText(before ?? after ?? '');
  return texts.change(shortText(before), shortText(after));
}

/** Longer texts are to be read below, where they stand side by side. */
function shortText(text: string): string {
  const lines = text.trimEnd().split('\n');
  return lines.length === 1 ? text.trimEnd() : texts.lines(lines.length);
}

function scheduleLines({ timezone, before, after }: ScheduleChange): readonly ChangeLine[] {
  const side = (mark: 'added' | 'removed', { lines, next }: ScheduleChange['before']) => {
    const times = next.map((slot, index) => {
      const time = withoutDayOf(next[index - 1]?.local, slot.local);
      return slot.timezone === timezone ? time : texts.inZone(time, slot.timezone);
    });
    return [
      ...lines.map(({ kind, expression }) => {
        const words = [kind === 'start' ? '' : kind, hasZone(expression) ? '' : timezone];
        return line(mark, expression, words.filter(Boolean).join(', '));
      }),
      ...(times.length === 0 ? [] : [{ ...line(mark, texts.next), times, isPart: true }]),
    ];
  };
  return [...side('removed', before), ...side('added', after)];
}

/** What is on the same day as the time before needs no date of its own. */
function withoutDayOf(before: string | undefined, local: string): string {
  const [day = '', time = ''] = local.split(' ');
  return before?.startsWith(`${day} `) === true ? time : local;
}

const hasZone = (expression: string): boolean => expression.trimStart().startsWith('CRON_TZ=');

function needLines({ added, removed }: NeedChange): readonly ChangeLine[] {
  return [
    ...added.map((name) => line('added', name)),
    ...removed.map((name) => line('removed', name)),
  ];
}
