import type {
  ChangeSet,
  DagChanges,
  FieldChange,
  NeedChange,
  ParamChange,
  ScheduleChange,
  StepChange,
} from '../../contract/dag-changes.ts';
import type { Output } from '../terminal.ts';
import { oneLine } from './display-width.ts';
import { valueLines, type Marks } from './value-lines.ts';

interface ChangesTextOptions extends Pick<Output, 'colors'> {
  /** For somebody who decides whether it may run: what it reaches comes first. */
  readonly isReview?: boolean;
}

/** What changes in the meaning of a DAG, as a person reads it. Empty where a side does not load: then errors are shown. */
export function changesText(
  changes: DagChanges,
  { colors, isReview = false }: ChangesTextOptions,
): string {
  if (changes.change === 'unknown') return '';
  if (changes.change === 'none') return 'Nothing changes in meaning.\n';
  const marks: Marks = {
    added: colors.green('+'),
    removed: colors.red('-'),
    changed: colors.yellow('~'),
  };
  const setting = { marks, colors, isReview };
  const { localDags, calledBy } = changes;
  const lines = [
    ...setLines(changes, setting),
    ...localDags.flatMap((local) => [
      colors.bold(`DAG ${oneLine(local.name)} of the same file`),
      ...setLines(local, setting).map(indented),
    ]),
    ...section('Called by', calledBy.map(oneLine), setting),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

interface Setting extends Pick<Output, 'colors'> {
  readonly marks: Marks;
  readonly isReview: boolean;
}

const indented = (line: string): string => `  ${line}`;

function section(
  title: string,
  lines: readonly string[],
  { colors }: Pick<Setting, 'colors'>,
): readonly string[] {
  return lines.length === 0 ? [] : [colors.bold(title), ...lines.map(indented)];
}

const titles = {
  fields: 'DAG',
  schedule: 'Schedule',
  params: 'Parameters',
  steps: 'Steps',
  handlers: 'Handlers',
  secrets: 'Secrets',
  programs: 'Programs',
  hosts: 'Hosts',
  calls: 'Calls',
} as const satisfies Partial<Record<keyof ChangeSet, string>>;
type Part = keyof typeof titles;

const usual: readonly Part[] = [
  'fields',
  'schedule',
  'params',
  'steps',
  'handlers',
  'secrets',
  'programs',
  'hosts',
  'calls',
];
const reached: readonly Part[] = ['programs', 'hosts', 'secrets', 'schedule', 'calls'];
const reviewed = [...reached, ...usual.filter((part) => !reached.includes(part))];

function setLines(set: ChangeSet, setting: Setting): readonly string[] {
  const { marks } = setting;
  const steps = (list: readonly StepChange[]) => list.flatMap((one) => stepLines(one, setting));
  const lines: Readonly<Record<Part, readonly string[]>> = {
    fields: fieldLines(set.fields, setting),
    schedule: set.schedule ? scheduleLines(set.schedule, setting) : [],
    params: set.params.flatMap((one) => paramLines(one, setting)),
    steps: steps(set.steps),
    handlers: steps(set.handlers),
    secrets: set.secrets.map(
      ({ name, change, before, after }) =>
        `${marks[change]} ${oneLine(name)}  ${oneLine([before, after].filter(Boolean).join(' → '))}`,
    ),
    programs: needLines(set.programs, setting),
    hosts: needLines(set.hosts, setting),
    calls: needLines(set.calls, setting),
  };
  const order = setting.isReview ? reviewed : usual;
  return order.flatMap((part) => section(titles[part], lines[part], setting));
}

function fieldLines(fields: readonly FieldChange[], { marks }: Setting): readonly string[] {
  return fields.flatMap(({ field, before, after }) =>
    valueLines(oneLine(field), { before, after }, marks),
  );
}

function paramLines(param: ParamChange, { marks }: Setting): readonly string[] {
  const { name, change, before, after, requiredBefore, requiredAfter } = param;
  const isFlipped = requiredBefore !== requiredAfter;
  const word = isFlipped ? `  ${requiredAfter ? 'now required' : 'no longer required'}` : '';
  if (before === null && after === null) return [`${marks[change]} ${oneLine(name)}${word}`];
  const [first = '', ...more] = valueLines(oneLine(name), { before, after }, marks);
  return [first + word, ...more];
}

function stepLines(step: StepChange, setting: Setting): readonly string[] {
  const { change, name, previousName, fields, depends } = step;
  const { marks, colors } = setting;
  const mark = change === 'renamed' ? marks.changed : marks[change];
  const old = change === 'renamed' ? `${oneLine(previousName)} → ` : '';
  const after = [
    ...depends.added.map((one) => `${marks.added} after ${oneLine(one)}`),
    ...depends.removed.map((one) => `${marks.removed} after ${oneLine(one)}`),
  ];
  const parts = change === 'removed' ? [] : [...fieldLines(fields, setting), ...after];
  return [`${mark} ${old}${colors.bold(oneLine(name))}`, ...parts.map(indented)];
}

function scheduleLines(
  { timezone, before, after }: ScheduleChange,
  { marks, colors }: Setting,
): readonly string[] {
  type Side = ScheduleChange['before'];
  const words = ({ lines }: Side) => lines.map(({ kind, expression }) => `${kind} ${expression}`);
  const times = ({ next }: Side) =>
    next.map(({ kind, local, offset, timezone: zone }) =>
      [local, offset, zone === timezone ? '' : zone, kind === 'start' ? '' : kind]
        .filter(Boolean)
        .join(' '),
    );
  const side = (mark: string, one: Side) => [
    ...words(one).map((line) => `${mark} ${oneLine(line)}`),
    ...times(one).map((time) => colors.dim(`    ${time}`)),
  ];
  return [
    colors.dim(`in ${timezone}`),
    ...side(marks.removed, before),
    ...side(marks.added, after),
  ];
}

function needLines({ added, removed }: NeedChange, { marks }: Setting): readonly string[] {
  return [
    ...added.map((name) => `${marks.added} ${oneLine(name)}`),
    ...removed.map((name) => `${marks.removed} ${oneLine(name)}`),
  ];
}
