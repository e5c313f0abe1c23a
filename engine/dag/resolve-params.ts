import type { ParamDefinition } from './definition.ts';
import { expandText, type Scope } from './expand.ts';
import { withVariables } from './expand.ts';
import type { StartParams } from './start-params.ts';

export interface ResolvedParams {
  /** In the order of the definition, then those that were given without being defined. */
  readonly values: ReadonlyMap<string, string>;
  /** `params` of the run: JSON given at start to the byte, else an object of the values in their order. */
  readonly json: string;
  /** `$1`, `$2` … of a shell; empty where neither the definition nor the start has positional ones. */
  readonly positional: readonly string[];
}

/**
 * Joins the parameters of a definition with those given at start. Given values are taken as they are; defaults are
 * expanded in order and see the values before them, given ones included.
 */
export async function resolveParams(
  definitions: readonly ParamDefinition[],
  start: StartParams,
  scope: Scope,
): Promise<ResolvedParams> {
  return presentParams(definitions, start, await paramValues(definitions, start, scope));
}

/** The value of each parameter, by its name. */
export async function paramValues(
  definitions: readonly ParamDefinition[],
  start: StartParams,
  scope: Scope,
): Promise<ReadonlyMap<string, string>> {
  const given = givenParams(definitions, start);
  const values = new Map<string, string>();
  const declares = (name: string): boolean => given.has(name) || scope.declares(name);
  for (const { name, defaultValue, isData } of definitions) {
    const value = given.get(name) ?? defaultValue;
    if (value === null) continue;
    const isText = given.has(name) || isData === true;
    const known = withVariables({ ...scope, declares }, values);
    values.set(name, isText ? value : await expandText(value, known));
  }
  for (const [name, value] of given) values.set(name, value);
  return values;
}

/** These values in the forms in which a run has them. */
export function presentParams(
  definitions: readonly ParamDefinition[],
  start: StartParams,
  values: ReadonlyMap<string, string>,
): ResolvedParams {
  return {
    values,
    json: start.rawJson ?? jsonObject(values),
    positional: positionalValues(definitions, start, values),
  };
}

/**
 * What was given, with names for positional values: those of the parameters that are not given by name, in order. What is left over is
 * numbered by its position among all that was given.
 */
export function givenParams(
  definitions: readonly ParamDefinition[],
  { values, leftOut }: StartParams,
): ReadonlyMap<string, string> {
  const given = new Map(
    values.flatMap(({ name, value }) => (name === null ? [] : [[name, value]])),
  );
  const free = ownFirst(definitions).filter((name) => !given.has(name));
  for (const [index, { name, value }] of values.entries()) {
    if (name === null) given.set(free.shift() ?? freeNumber(index + 1, given), value);
  }
  for (const name of leftOut ?? []) given.delete(name);
  return given;
}

/** What base.yaml has in common for all DAGs must not take the place of what the DAG itself asks for. */
function ownFirst(definitions: readonly ParamDefinition[]): string[] {
  const isOwn = ({ source }: ParamDefinition): boolean => source !== 'base';
  const inherited = definitions.filter((definition) => !isOwn(definition));
  return [...definitions.filter(isOwn), ...inherited].map(({ name }) => name);
}

function freeNumber(from: number, given: ReadonlyMap<string, string>): string {
  let number = from;
  while (given.has(String(number))) number += 1;
  return String(number);
}

function jsonObject(values: ReadonlyMap<string, string>): string {
  const members = [...values].map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  return `{${members.join(',')}}`;
}

/** A caller may name a parameter `1000000`; that does not make a million arguments. */
const MAX_ARGUMENTS = 1000;

function positionalValues(
  definitions: readonly ParamDefinition[],
  start: StartParams,
  values: ReadonlyMap<string, string>,
): readonly string[] {
  const numbers = [...values.keys()].filter((name) => /^[1-9]\d{0,3}$/.test(name)).map(Number);
  const givenCount = start.values.filter(({ name }) => name === null).length;
  const length = Math.max(givenCount, ...numbers);
  const inOrder = [...new Set([...ownFirst(definitions), ...values.keys()])];
  return Array.from(
    { length: Math.min(length, MAX_ARGUMENTS) },
    (_, index) => values.get(String(index + 1)) ?? values.get(inOrder[index] ?? '') ?? '',
  );
}
