import { forThisTurn } from '../lib/for-this-turn.ts';
import { isJsonObject, jsonValueText, parseJson } from './json-text.ts';
import { parseReference, type PathPart, type Reference } from './reference-syntax.ts';

/** What the names in references mean at some point. */
export interface Names {
  /** The value of what stands between the braces; undefined where there is none. */
  readonly lookup: (expression: string) => string | undefined;
  /** Whether the DAG or the engine speaks of a variable of this name, even if it has no value now. */
  readonly declares: (name: string) => boolean;
}

/** What references can speak of at some point of a run. */
export interface ReferenceFacts {
  /** Parameters, environment and outputs, by name. */
  readonly variables: ReadonlyMap<string, string>;
  /** Steps that have ended, by id. */
  readonly steps: ReadonlyMap<string, StepFacts>;
}

export interface StepFacts {
  readonly exitCode: number | null;
  /** Paths of the log files. */
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * The value of what stands between the braces of `${…}`: `NAME`, `NAME.a.b[0]`, `id.exit_code`, each with `:2` or `:0:5`
 * for a part of it. Undefined: there is no such thing, or a path into a value that is no JSON.
 */
export function resolveReference(expression: string, facts: ReferenceFacts): string | undefined {
  const reference = parseReference(expression);
  if (!reference) return undefined;
  const value = stepValue(reference, facts) ?? variableValue(reference, facts);
  return value === undefined ? undefined : slice(value, reference);
}

/**
 * What a reference without a value stands for: nothing.
 *
 * @throws Error for a path into a name that nothing declares: mostly it is mistyped.
 */
export function emptyReference(expression: string, names: Names): '' {
  return parseReference(expression)?.path.length === 0 ? '' : emptyDeclared(expression, names);
}

/** The same where a plain name must be declared as well. */
export function emptyDeclared(expression: string, { declares }: Names): '' {
  const reference = parseReference(expression);
  if (!reference || declares(reference.name)) return '';
  throw new Error(`\`\${${expression}}\`: there is no variable ${reference.name}`);
}

function stepValue({ name, path }: Reference, { steps }: ReferenceFacts): string | undefined {
  const step = path.length === 1 ? steps.get(name) : undefined;
  switch (step && path[0]?.text) {
    case 'exit_code':
    case 'exitCode':
      return String(step?.exitCode ?? '');
    case 'stdout':
      return step?.stdout;
    case 'stderr':
      return step?.stderr;
    default:
      return undefined;
  }
}

function variableValue(
  { name, path }: Reference,
  { variables }: ReferenceFacts,
): string | undefined {
  const value = variables.get(name);
  if (value === undefined || path.length === 0) return value;
  const json = readJson(value);
  return json === undefined ? undefined : jsonValueText(valueAt(json, path));
}

const readJson = forThisTurn(parseJson);

function valueAt(json: unknown, path: readonly PathPart[]): unknown {
  return path.reduce<unknown>((value, { text, bracketed }) => {
    if (Array.isArray(value)) return /^\d+$/.test(text) ? value[Number(text)] : undefined;
    return !bracketed && isJsonObject(value) && Object.hasOwn(value, text)
      ? value[text]
      : undefined;
  }, json);
}

/** Counts characters as people do, so that no part ends in half a character. */
function slice(value: string, { slice: part }: Reference): string {
  if (!part) return value;
  const end = part.length === null ? undefined : part.from + part.length;
  const characters = charactersOf(value);
  return characters === null
    ? value.slice(part.from, end)
    : characters.slice(part.from, end).join('');
}

/** Null: each is one unit of the text. */
const charactersOf = forThisTurn((text) => (/[\ud800-\udbff]/.test(text) ? [...text] : null));
