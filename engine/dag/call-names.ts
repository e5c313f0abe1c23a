import type { DoubtfulNames } from './admit-names.ts';
import type { CallParams, Parallel, Step } from './definition.ts';
import { isJsonObject, parseJson } from './json-text.ts';
import { ParamTextError, splitParamText } from './param-text.ts';
import { isOneReference, mayExpand } from './text-parts.ts';

/** How the parameters of a call come by their names. It follows from the text of the step, whatever its values are. */
export interface CallNames {
  /** The names that stand in the text; null: values bring them. */
  readonly written: ReadonlySet<string> | null;
  /** Those whose values stand in it as well, with nothing to fill in. */
  readonly literal: ReadonlySet<string>;
}

/** Those of a call that no step writes, but a program asks for. */
export const namesOfValues: CallNames = { written: null, literal: new Set() };

/** The names of the calls that a step makes. */
export function callNames({
  callParams,
  parallel,
}: Pick<Step, 'callParams' | 'parallel'>): CallNames {
  const entries =
    callParams === null || isItem(callParams) ? itemEntries(parallel) : paramEntries(callParams);
  if (entries === null) return namesOfValues;
  const filledIn = new Set(entries.filter(([, value]) => mayExpand(value)).map(([name]) => name));
  const names = entries.map(([name]) => name);
  return {
    written: new Set(names),
    literal: new Set(names.filter((name) => !filledIn.has(name))),
  };
}

/** Those that do not arrive: what a value named and nobody declares, and protected variables with a value from outside. */
export function namesLeftOut(
  { written, literal }: CallNames,
  names: DoubtfulNames,
): readonly string[] {
  const isFree = written === null ? () => false : (name: string) => written.has(name);
  return [
    ...new Set([
      ...names.undeclared.filter((name) => !isFree(name)),
      ...names.protected.filter((name) => !literal.has(name)),
      // Another item may name it with a value of the text.
      ...names.placed,
    ]),
  ];
}

/**
 * The items of a text that is JSON before anything is filled in: their names stand in it, and no value adds to them. Null for
 * any other text.
 */
export function writtenItems(text: string): readonly unknown[] | null {
  if (!/^\s*[[{]/.test(text)) return null;
  const json = parseJson(text);
  if (json !== undefined) return Array.isArray(json) ? json : [json];
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const values = lines.map(parseJson);
  return values.includes(undefined) ? null : values;
}

type Entry = readonly [name: string, value: string];

/** `params: ${ITEM}` is an item, and so what a call gets that writes no parameters. */
function isItem(params: CallParams): boolean {
  return params.kind === 'text' && /^\s*\$(?:ITEM|\{ITEM\})\s*$/.test(params.text);
}

function paramEntries(params: CallParams): readonly Entry[] | null {
  if (params.kind === 'named') return params.values.map(({ name, value }) => [name, value]);
  const { text } = params;
  if (isOneReference(text)) return null;
  if (/^\s*[[{]/.test(text)) return membersOf(parseJson(text));
  return splitText(text).flatMap(({ name, value }) => (name === null ? [] : [[name, value]]));
}

/** What cannot be taken apart fails the step when it calls, and names nothing before. */
function splitText(text: string): ReturnType<typeof splitParamText> {
  try {
    return splitParamText(text);
  } catch (error) {
    if (error instanceof ParamTextError) return [];
    throw error;
  }
}

function itemEntries(parallel: Parallel | null): readonly Entry[] | null {
  if (parallel === null) return [];
  const { items } = parallel;
  if (items.kind === 'text') return writtenItems(items.text)?.flatMap(membersOf) ?? null;
  // A text that is filled in may turn out to be JSON, which `${ITEM}` reads.
  if (items.items.some((item) => item.kind === 'text' && mayExpand(item.text))) return null;
  return items.items.flatMap((item) =>
    membersOf(parseJson(item.kind === 'text' ? item.text : item.json)),
  );
}

function membersOf(value: unknown): readonly Entry[] {
  if (!isJsonObject(value) || Array.isArray(value)) return [];
  return Object.entries(value).map(([name, part]) => [name, JSON.stringify(part)]);
}
