import { forThisTurn } from '../lib/for-this-turn.ts';
import { newAllowance, take } from './expanded-text.ts';
import { parseReference, type Reference } from './reference-syntax.ts';
import { emptyReference, type Names } from './references.ts';
import { findShellReferences, type ShellReference } from './shell-scan.ts';

export interface BoundCommand {
  /** Shell text in which references have become plain variables. */
  readonly command: string;
  /** Those variables. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Makes references such as `${id.exit_code}` and `${OUT.a[0]}`, which no shell can read, readable: each becomes a fresh
 * variable that holds its value, so that a value is never shell text and nothing in it can be executed. Whatever a shell
 * reads itself stays as it is.
 *
 * @throws Error for a path into a name that nothing declares, and for values that are too large together.
 */
export function bindShellReferences(command: string, names: Names): BoundCommand {
  if (!command.includes('${')) return { command, env: {} };
  return replaceReferences(command, (reference) => valueInShell(reference, command, names));
}

/** Does the same with the references that have a value alone. The rest stays as it is written. */
export function bindKnownReferences(command: string, lookup: Names['lookup']): BoundCommand {
  return replaceReferences(command, ({ expression }) => lookup(expression));
}

function replaceReferences(
  command: string,
  resolve: (reference: ShellReference) => string | undefined,
): BoundCommand {
  const env: Record<string, string> = {};
  const variables = new Map<string, string>();
  const nextName = freshNames(command);
  const allowance = newAllowance();
  let bound = '';
  let end = 0;
  for (const reference of findShellReferences(command)) {
    // With a default it need not have a value, and so may have another one.
    const key = `${reference.expression} ${reference.hasDefault}`;
    const value = variables.has(key) ? '' : resolve(reference);
    if (value === undefined) continue;
    const variable = variables.get(key) ?? nextName();
    if (!variables.has(key)) {
      take(allowance, value.length);
      env[variable] = value;
    }
    variables.set(key, variable);
    bound += `${command.slice(end, reference.start)}\${${variable}`;
    end = reference.end;
  }
  return { command: bound + command.slice(end), env };
}

/** Undefined: the shell reads it. */
function valueInShell(
  { expression, hasDefault }: ShellReference,
  command: string,
  names: Names,
): string | undefined {
  const value = names.lookup(expression);
  const reference = parseReference(expression);
  if (value !== undefined || reference === null) return value;
  if (isOfShell(reference, command, names)) return undefined;
  return hasDefault ? '' : emptyReference(expression, names);
}

/** Whether a shell makes sense of what means nothing here: an element of its own array, a default after a dash. */
function isOfShell({ name, path }: Reference, command: string, { declares }: Names): boolean {
  if (path.length === 1 && path[0]?.bracketed) return !declares(name) || fills(command, name);
  return name.includes('-') && !declares(name);
}

/** Whether a command makes an array of this name itself. */
function fills(command: string, name: string): boolean {
  return filledBy(command).has(name);
}

const ASSIGNED = /\b(\w+)(?:\[[^\]\n]{0,200}\])?\+?=/g;
const GIVEN_TO_BUILTIN =
  /\b(?:read|mapfile|readarray|declare|typeset|local|set)\b(?<words>[^;|&\n]*)/g;

/** The names to which a command gives something. */
const filledBy = forThisTurn((command): ReadonlySet<string> => {
  const words = [...command.matchAll(GIVEN_TO_BUILTIN)].flatMap(
    ({ groups }) => groups?.['words']?.match(/\w+/g) ?? [],
  );
  return new Set([...[...command.matchAll(ASSIGNED)].flatMap(([, name]) => name ?? []), ...words]);
});

const FRESH = 'DAG_REF_';

/** Names that the command does not use itself. */
function freshNames(command: string): () => string {
  const used = new Set(command.match(/DAG_REF_\d+/g));
  let number = 0;
  const next = (): string => {
    number += 1;
    const name = `${FRESH}${number}`;
    return used.has(name) ? next() : name;
  };
  return next;
}
