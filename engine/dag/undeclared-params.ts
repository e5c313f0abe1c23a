import { suggest } from '../lib/suggest.ts';
import type { ParamDefinition } from './definition.ts';
import { givenParams } from './resolve-params.ts';
import { shortened } from './shortened.ts';
import type { StartParams } from './start-params.ts';

/** Names among given parameters that no parameter of the DAG has. Positions are arguments of a shell, and no names. */
export function undeclaredNames(
  definitions: readonly ParamDefinition[],
  start: StartParams,
): readonly string[] {
  const declared = new Set(definitions.map(({ name }) => name));
  const names = [...givenParams(definitions, start).keys()];
  return names.filter((name) => !declared.has(name) && !/^\d+$/.test(name));
}

/** A start may have as many names as a body has room for. */
const MAX_TOLD = 20;

/** Says of each of them what it is not, and which declared one was probably meant. */
export function undeclaredWarnings(
  definitions: readonly ParamDefinition[],
  names: readonly string[],
): readonly string[] {
  const declared = definitions.map(({ name }) => name);
  const told = names.slice(0, MAX_TOLD).map((name) => warningOf(name, declared));
  if (names.length <= MAX_TOLD) return told;
  return [...told, `${names.length - MAX_TOLD} more parameters are not declared by the DAG.`];
}

function warningOf(name: string, declared: readonly string[]): string {
  const words = `Parameter ${quoted(name)} is not declared by the DAG`;
  const twin = declared.find((each) => each.toLowerCase() === name.toLowerCase());
  if (twin !== undefined)
    return `${words}: it differs only by case from ${quoted(twin)}, and does not set it.`;
  const meant = suggest(name, declared);
  if (meant !== undefined) return `${words}: did you mean ${quoted(meant)}?`;
  return `${words}. Only steps that read this variable see it. Declare it in \`params\`, or leave it out.`;
}

const quoted = (name: string): string => JSON.stringify(shortened(name));
