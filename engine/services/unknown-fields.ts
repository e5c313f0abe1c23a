import { z } from 'zod';
import type { Operation } from '../contract/operation.ts';
import { pathFields, QUERY_FIELD, takesBody } from '../contract/rest.ts';
import { suggest } from '../lib/suggest.ts';

/** A field that an input has and no shape knows: its path within the body, and what to do about it. */
export type UnknownField = readonly [path: string, problem: string];

/**
 * The fields of a JSON body that its operation does not take. Left unsaid, a misspelled one would be a request that
 * succeeds and does something else. Parameters of a query stay as they are: proxies and browsers add to those.
 */
export function unknownFields(operation: Operation, rawInput: unknown): readonly UnknownField[] {
  // The body of a webhook is its sender's.
  if (!takesBody(operation) || operation.wholeBody !== undefined) return [];
  const elsewhere = [...pathFields(operation), ...Object.keys(operation.headers ?? {})];
  const { bodyNames = {} } = operation;
  const offered = Object.keys(operation.input().shape)
    .filter((name) => !elsewhere.includes(name))
    .map((name) => bodyNames[name] ?? name);
  return within(operation.input(), rawInput, { path: '', offered })
    .slice(0, MAX_TOLD)
    .map(({ path, name, known }) => [path, unknownField(name, known)]);
}

/** A body may have ten thousand, and looking for what is near takes its time. */
const MAX_TOLD = 100;

/** Says of a field of a body that it is unknown. */
function unknownField(name: string, offered: readonly string[]): string {
  const own = offered.filter((field) => field !== QUERY_FIELD);
  if (own.length === 0) return 'unknown field; this request takes none';
  const meant = meantField(name, own);
  const hint = meant === undefined ? '' : `; did you mean \`${meant}\`?`;
  return `unknown field${hint}${hint === '' ? ';' : ''} known fields: ${own.join(', ')}`;
}

interface Place {
  readonly path: string;
  readonly offered?: readonly string[];
}

interface Found {
  readonly path: string;
  readonly name: string;
  readonly known: readonly string[];
}

function within(shape: unknown, value: unknown, place: Place): readonly Found[] {
  const plain = unwrapped(shape);
  if (plain instanceof z.ZodArray && Array.isArray(value))
    return value.flatMap((item, index) => within(plain.element, item, below(place, index)));
  if (!(plain instanceof z.ZodObject) || !isObject(value)) return [];
  const known = plain.shape as Readonly<Record<string, unknown>>;
  const isOpen = plain.def.catchall !== undefined;
  return Object.entries(value).flatMap(([name, part]): readonly Found[] => {
    if (Object.hasOwn(known, name)) return within(known[name], part, below(place, name));
    if (isOpen || name === QUERY_FIELD) return [];
    return [{ path: below(place, name).path, name, known: place.offered ?? Object.keys(known) }];
  });
}

const below = ({ path }: Place, part: string | number): Place => ({
  path: path === '' ? String(part) : `${path}.${part}`,
});

/** Without what says that it may be missing, or how it is read. */
function unwrapped(shape: unknown): unknown {
  if (shape instanceof z.ZodPipe) return unwrapped(shape.out);
  const isWrapped =
    shape instanceof z.ZodOptional ||
    shape instanceof z.ZodNullable ||
    shape instanceof z.ZodDefault;
  return isWrapped ? unwrapped(shape.unwrap()) : shape;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What other systems call our fields. */
const otherWords: Readonly<Record<string, string>> = {
  args: 'params',
  arguments: 'params',
  content: 'spec',
  dag: 'spec',
  definition: 'spec',
  inputs: 'params',
  runId: 'dagRunId',
  steps: 'spec',
  variables: 'params',
  vars: 'params',
  workflow: 'spec',
  yaml: 'spec',
};

function meantField(name: string, known: readonly string[]): string | undefined {
  const other = Object.hasOwn(otherWords, name) ? otherWords[name] : undefined;
  if (other !== undefined && known.includes(other)) return other;
  return suggest(name, known) ?? known.find((field) => isShort(name, field));
}

/** Whether one is a short form of the other: `parameters` and `params`, `timeoutSec` and `timeout`. */
function isShort(name: string, field: string): boolean {
  const [short = '', long = ''] = [name, field]
    .map((word) => word.toLowerCase())
    .sort((one, other) => one.length - other.length);
  if (short.length < 3 || short[0] !== long[0]) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}
