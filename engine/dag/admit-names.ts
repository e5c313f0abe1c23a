import { EngineError } from '../contract/errors.ts';
import type { ParamDefinition } from './definition.ts';
import { isJsonObject, parseJson } from './json-text.ts';
import { isProtectedName } from './protected-names.ts';
import { givenParams } from './resolve-params.ts';
import { shortened } from './shortened.ts';
import type { StartParams } from './start-params.ts';
import { undeclaredNames } from './undeclared-params.ts';

/** Names among given parameters that need a reason to be there. One may be both. */
export interface DoubtfulNames {
  /** No parameter of the DAG. */
  readonly undeclared: readonly string[];
  /** Variables that change what code programs load, declared or not. */
  readonly protected: readonly string[];
  /** Those of the protected ones that nobody named: a value came to them by its place. */
  readonly placed: readonly string[];
}

/** Which of them are left out. What it throws refuses the run. */
export type AdmitNames = (names: DoubtfulNames) => readonly string[];

/** What may be given to a DAG with these parameters. */
export function admitParams(
  definitions: readonly ParamDefinition[],
  start: StartParams,
  admit: AdmitNames,
): StartParams {
  const names = [...givenParams(definitions, start).keys()];
  const undeclared = undeclaredNames(definitions, start);
  const named = new Set(start.values.map(({ name }) => name));
  const protectedOnes = names.filter(isProtectedName);
  const placed = protectedOnes.filter((name) => !named.has(name));
  const leftOut = new Set(admit({ undeclared, protected: protectedOnes, placed }));
  return leftOut.size === 0 ? start : without(start, leftOut);
}

/** Refuses what no start may set, whoever asks for it. */
export const refuseProtected: AdmitNames = ({ protected: names }) => {
  if (names.length === 0) return [];
  const list = names.slice(0, MAX_TOLD).map((name) => shortened(name));
  const isOne = names.length === 1;
  throw new EngineError(
    'bad_request',
    `\`params\` cannot set ${list.join(', ')}: ${isOne ? 'this variable changes' : 'these variables change'} what code programs load. ` +
      'Rename the parameter, or set the variable in `env` of the DAG.',
    { details: { params: Object.fromEntries(list.map((name) => [name, 'is protected'])) } },
  );
};

const MAX_TOLD = 5;

/**
 * The parameters of a run, as the JSON text of them that is stored, for another run with the same ones. Protected names have the
 * value that the definition has for them, which is the one for the other run as well.
 */
export function reusableParams(params: string): string {
  const json = parseJson(params);
  if (!isJsonObject(json) || Array.isArray(json)) return params;
  const names = Object.keys(json).filter(isProtectedName);
  return names.length === 0 ? params : JSON.stringify(withoutMembers(json, new Set(names)));
}

function without(
  { rawJson, values, ...rest }: StartParams,
  leftOut: ReadonlySet<string>,
): StartParams {
  const json = rawJson === null ? null : parseJson(rawJson);
  const isObject = isJsonObject(json) && !Array.isArray(json);
  return {
    ...rest,
    // A list has no names to leave out, only places.
    rawJson: isObject ? JSON.stringify(withoutMembers(json, leftOut)) : null,
    values: values.filter(({ name }) => name === null || !leftOut.has(name)),
    leftOut,
  };
}

function withoutMembers(
  json: Readonly<Record<string, unknown>>,
  names: ReadonlySet<string>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(json).filter(([name]) => !names.has(name)));
}
