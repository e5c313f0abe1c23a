import { ExpandedText, type Allowance } from './expanded-text.ts';
import { emptyDeclared, emptyReference, resolveReference, type Names } from './references.ts';
import { isOfSystem } from './declared-names.ts';
import { nameOf, parseReference } from './reference-syntax.ts';
import { textParts, type ReferencePart, type TextPart, type TextPlace } from './text-parts.ts';

/** What `${…}` and backticks mean at some point. */
export interface Scope extends Names {
  /** What a command prints. */
  readonly substitute: (command: string, known: KnownToCommand) => Promise<string>;
  /** What stands for a reference that has neither a value nor a default; left out: `emptyReference`. */
  readonly unset?: (expression: string) => string;
  /** What all that is expanded in this scope may hold together; left out: each value is bounded alone. */
  readonly allowance?: Allowance;
}

/** References that no shell can read itself. */
export interface KnownToCommand extends Names {
  /** Known so far in addition to the variables of the scope. */
  readonly variables: ReadonlyMap<string, string>;
}

/**
 * Expands text that no shell will see: `${NAME}`, `$NAME`, `${NAME.path[0]}`, `${NAME:-default}` and `` `command` ``. A
 * backslash makes the dollar sign or backtick after it literal; what is undefined is empty; what looks like none of these
 * stays. Values and the output of commands are inserted as they are and never expanded again.
 *
 * In a `language` with a use of its own for `$NAME`, a reference has braces.
 *
 * @throws Error for a path into a name that nothing declares, for a command that fails, and for a value that grows too
 * large.
 */
export async function expandText(
  text: string,
  scope: Scope,
  where: Exclude<TextPlace, 'default'> = 'anywhere',
): Promise<string> {
  const { lookup, declares } = scope;
  const expansion = expansionOf(text, scope, where);
  let next = expansion.next();
  while (next.done !== true) {
    const known = { lookup, declares, variables: new Map<string, string>() };
    next = expansion.next(withoutFinalNewlines(await scope.substitute(next.value, known)));
  }
  return next.value;
}

/**
 * Expands text with references and no commands.
 *
 * @throws Error as `expandText` does, and for a command.
 */
export function expandReferences(text: string, names: Names): string {
  const { value, done } = expansionOf(text, names, 'anywhere').next();
  if (done === true) return value;
  throw new Error(`\`${value}\`: commands are not allowed here`);
}

type References = Names & Pick<Scope, 'unset' | 'allowance'>;
/** Asks for what commands print, one after another, and returns the text. */
type Expansion = Generator<string, string, string>;

/** Nesting beyond this is no default that anybody wrote. */
const DEEPEST = 100;

function* expansionOf(text: string, references: References, where: TextPlace): Expansion {
  return yield* joined(textParts(text, where), references, 0);
}

function* joined(parts: readonly TextPart[], references: References, depth: number): Expansion {
  if (depth > DEEPEST) throw new Error(`defaults are nested deeper than ${DEEPEST} levels`);
  // What a default comes to counts where it is inserted.
  const expanded = new ExpandedText(depth === 0 ? references.allowance : undefined);
  for (const part of parts) {
    if (part.kind === 'text') expanded.add(part.text);
    else if (part.kind === 'command') expanded.add(yield part.command);
    else expanded.add(yield* valueOf(part, references, depth));
  }
  return expanded.text;
}

function* valueOf({ readings }: ReferencePart, references: References, depth: number): Expansion {
  for (const [index, { expression, fallback }] of readings.entries()) {
    const value = references.lookup(expression);
    const isKnown = value !== undefined || references.declares(nameOf(expression));
    if (!isKnown && index < readings.length - 1) continue;
    if (fallback && (value === undefined || (value === '' && fallback.whenEmpty))) {
      return yield* joined(textParts(fallback.text, 'default'), references, depth + 1);
    }
    return value ?? (references.unset ?? ((name) => emptyReference(name, references)))(expression);
  }
  return '';
}

function withoutFinalNewlines(output: string): string {
  let end = output.length;
  while (end > 0 && /[\r\n]/.test(output.charAt(end - 1))) end -= 1;
  return output.slice(0, end);
}

/** A scope in which a reference to a name that nothing declares is an error, unless it has a default. */
export function onlyDeclared(scope: Scope): Scope {
  return { ...scope, unset: (expression) => emptyDeclared(expression, scope) };
}

/**
 * A scope for texts that are a language of their own, where `${NAME}` of a name that nothing declares may mean something: it
 * stays as it is.
 */
export function keepingUndeclared(scope: Scope): Scope {
  const isPlain = (expression: string): boolean => parseReference(expression)?.path.length === 0;
  const isDeclared = (name: string): boolean => scope.declares(name) && !isOfSystem(name);
  return {
    ...scope,
    unset: (expression) =>
      isPlain(expression) && !isDeclared(nameOf(expression))
        ? `\${${expression}}`
        : emptyReference(expression, scope),
  };
}

/** A scope in which these variables are known first, by references and by commands. */
export function withVariables(scope: Scope, variables: ReadonlyMap<string, string>): Scope {
  const facts = { variables, steps: new Map() };
  const { lookup, declares, substitute } = scope;
  return {
    ...scope,
    lookup: (expression) => resolveReference(expression, facts) ?? lookup(expression),
    declares: (name) => variables.has(name) || declares(name),
    substitute: (command, known) =>
      substitute(command, { ...known, variables: new Map([...variables, ...known.variables]) }),
  };
}
