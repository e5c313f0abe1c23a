import type {
  ChangeSet,
  NamedChange,
  ParamChange,
  ScheduleChange,
} from '../../contract/dag-changes.ts';
import type { Dag, ParamDefinition } from '../definition.ts';
import { jitterOf } from '../jitter.ts';
import { plannedBetween, SLOT_ORDER } from '../planned-slots.ts';
import type { StepTypeDefinition } from '../step-type.ts';
import { difference } from './difference.ts';
import { fieldChanges } from './field-changes.ts';
import { inOrder, rootValues } from './field-values.ts';
import { withoutCredentials } from './hide-credentials.ts';
import { needsOf } from './needs.ts';
import { handlerChanges, stepChanges } from './step-changes.ts';

export interface CompareOptions {
  readonly stepTypes: readonly StepTypeDefinition[];
  /** The times to come are those after it; milliseconds since the epoch. */
  readonly now: number;
  /** IANA zone of schedule lines that name none. */
  readonly timezone: string;
}

/** What differs between two DAGs that load. */
export function changeSet(before: Dag, after: Dag, options: CompareOptions): ChangeSet {
  const { stepTypes } = options;
  const [old, now] = [needsOf(before, stepTypes), needsOf(after, stepTypes)];
  return {
    fields: fieldChanges(rootValues(before), rootValues(after)),
    steps: stepChanges(before, after, stepTypes),
    handlers: handlerChanges(before, after, stepTypes),
    schedule: scheduleChange(before, after, options),
    params: paramChanges(before, after),
    secrets: namedChanges(sourcesOf(before), sourcesOf(after)),
    programs: difference(old.programs, now.programs),
    hosts: difference(old.hosts, now.hosts),
    calls: difference(old.calls, now.calls),
  };
}

/** Whether nothing differs in meaning. */
export function isEmpty(set: ChangeSet): boolean {
  const { schedule, programs, hosts, calls, fields, steps, handlers, params, secrets } = set;
  const lists = [fields, steps, handlers, params, secrets];
  const needs = [programs, hosts, calls].flatMap(({ added, removed }) => [added, removed]);
  return schedule === null && [...lists, ...needs].every((list) => list.length === 0);
}

const SHOWN_TIMES = 5;

function scheduleChange(
  before: Dag,
  after: Dag,
  { now, timezone }: CompareOptions,
): ScheduleChange | null {
  const side = ({ schedule, ...dag }: Dag) => ({
    lines: SLOT_ORDER.flatMap((kind) =>
      schedule[kind].map(({ expression }) => ({ kind, expression })),
    ),
    next: plannedBetween(schedule, {
      after: now,
      timezone,
      count: SHOWN_TIMES,
      jitter: jitterOf(dag),
    }),
  });
  if (linesOf(before) === linesOf(after)) return null;
  return { timezone, before: side(before), after: side(after) };
}

/** Neither the order of lines nor one that stands there twice makes a difference. */
function linesOf({ schedule }: Dag): string {
  const lines = SLOT_ORDER.flatMap((kind) =>
    schedule[kind].map(({ cron, timezone }) => `${kind} ${cron} ${timezone ?? ''}`),
  );
  return [...new Set(lines)].sort().join('\n');
}

function sourcesOf({ secrets }: Dag): ReadonlyMap<string, string> {
  return new Map(
    secrets.map(({ name, provider, key, trim }) => [
      name,
      `${provider} ${key}${provider === 'file' && !trim ? ' (not trimmed)' : ''}`,
    ]),
  );
}

function namedChanges(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): NamedChange[] {
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((name): NamedChange[] => {
    const [old, now] = [before.get(name), after.get(name)];
    if (old === now) return [];
    const change = old === undefined ? 'added' : now === undefined ? 'removed' : 'changed';
    return [{ name, change, before: old ?? null, after: now ?? null }];
  });
}

function paramChanges(before: Dag, after: Dag): ParamChange[] {
  const [old, now] = [paramsOf(before), paramsOf(after)];
  const shown = (name: string, param: KnownParam | undefined) =>
    param?.defaultValue == null ? null : withoutCredentials(`params.${name}`, param.defaultValue);
  return namedChanges(mapValues(old, inOrder), mapValues(now, inOrder)).map(({ name, change }) => ({
    name,
    change,
    before: shown(name, old.get(name)),
    after: shown(name, now.get(name)),
    requiredBefore: old.get(name)?.required ?? false,
    requiredAfter: now.get(name)?.required ?? false,
  }));
}

interface KnownParam extends Pick<ParamDefinition, 'defaultValue'> {
  readonly required: boolean;
  readonly isData: boolean;
}

function paramsOf({ params, paramSchema }: Dag): ReadonlyMap<string, KnownParam> {
  const schema = paramSchema?.kind === 'inline' ? (JSON.parse(paramSchema.json) as object) : {};
  const required: unknown = 'required' in schema ? schema.required : [];
  const isRequired = (name: string): boolean => Array.isArray(required) && required.includes(name);
  return new Map(
    params.map(({ name, defaultValue, isData = false }) => [
      name,
      { defaultValue, isData, required: defaultValue === null && isRequired(name) },
    ]),
  );
}

function mapValues<T, R>(map: ReadonlyMap<string, T>, to: (value: T) => R): Map<string, R> {
  return new Map([...map].map(([key, value]) => [key, to(value)]));
}
