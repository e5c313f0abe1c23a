import type { Dag, Handlers, LoadIssue, ValueSource } from './definition.ts';
import type { WrittenParams } from './fields/params-field.ts';
import { fieldKeys } from './fields/read-fields.ts';
import { rootFields, type RootValues } from './fields/root-fields.ts';

/** Properties that each DAG has for itself. */
type OwnProperty = 'name' | 'steps' | 'schedule';

/** Keys that cannot stand in base.yaml. */
export const ownKeys: readonly string[] = ['name', 'steps', 'schedule'];

/** What every DAG of a home has in common: its base.yaml, as read. */
export interface BaseDag {
  readonly values: BaseValues;
  /** Keys that it has a value for. */
  readonly given: ReadonlySet<string>;
  /** While there are errors, no DAG loads. */
  readonly issues: readonly LoadIssue[];
  /** Why its file cannot be read, as a sentence; left out where it can. That is its only issue then. */
  readonly unread?: string;
}

export interface BaseValues extends Omit<RootValues, OwnProperty | 'handlerOn'> {
  readonly handlerOn: Handlers;
}

/** A DAG but for what only it can say; its values stand by themselves, as in the table of fields. */
export interface Shared extends Omit<RootValues, 'name' | 'steps' | 'handlerOn'> {
  readonly handlerOn: Handlers;
}

export interface BaseOptions {
  /** Keys that the DAG has a value for. */
  readonly given: ReadonlySet<string>;
  /** Whether what the base does at the events of a run is the DAG's: a DAG that another one calls does not get that. */
  readonly handlers: boolean;
}

/** Puts the base under a DAG: what the DAG gives wins, lists of variables are joined. */
export function withBase(own: Shared, base: BaseDag, { given, handlers }: BaseOptions): Shared {
  const { handlerOn, ...values } = base.values;
  const inherited = Object.entries(values).filter(([property]) => {
    const key = keyOf(property);
    return base.given.has(key) && !given.has(key) && (handlers || !eventKeys.includes(key));
  });
  return {
    ...own,
    // Properties of the base by their own names: a part of what a DAG has.
    ...(Object.fromEntries(inherited) as Partial<Shared>),
    params: joinParams(base.values.params, own.params),
    env: [...base.values.env.map((entry) => ({ ...entry, source: 'base' as const })), ...own.env],
    secrets: joinSecrets(base.values.secrets, own.secrets),
    handlerOn: handlers ? { ...handlerOn, ...own.handlerOn } : own.handlerOn,
  };
}

/** What a DAG names replaces what base.yaml has of that name, and its schema replaces the other. */
function joinParams(base: WrittenParams, own: WrittenParams): WrittenParams {
  const names = new Set(own.definitions.map(({ name }) => name));
  const inherited = base.definitions
    .filter(({ name }) => !names.has(name))
    .map((definition) => ({ ...definition, source: 'base' as const }));
  return { definitions: [...inherited, ...own.definitions], schema: own.schema ?? base.schema };
}

function joinSecrets(base: Dag['secrets'], own: Dag['secrets']): Dag['secrets'] {
  const names = new Set(own.map(({ name }) => name));
  return [...base.filter(({ name }) => !names.has(name)), ...own];
}

/** What happens at the events of a run: the run that calls another tells of both. */
const eventKeys: readonly string[] = ['handler_on', 'mail_on'];

const joinedKeys = ['params', 'env', 'secrets', 'handler_on'];

/** Where the value of each root key comes from. */
export function valueSources(
  base: BaseDag | null,
  { given, handlers }: BaseOptions,
): Readonly<Record<string, ValueSource>> {
  const sourceOf = (key: string): ValueSource => {
    const inBase = base?.given.has(key) === true && (handlers || !eventKeys.includes(key));
    if (!given.has(key)) return inBase ? 'base' : 'default';
    return inBase && joinedKeys.includes(key) ? 'merged' : 'dag';
  };
  const written = rootKeys.filter((key) => given.has(key) || base?.given.has(key) === true);
  return { ...allDefault, ...Object.fromEntries(written.map((key) => [key, sourceOf(key)])) };
}

const rootKeys = fieldKeys(rootFields);
const allDefault = Object.fromEntries(rootKeys.map((key) => [key, 'default' as const]));

function keyOf(property: string): string {
  return Object.entries(rootFields.fields).find(([name]) => name === property)?.[1].key ?? property;
}
