import { REFERENCE_SOURCE } from './reference-syntax.ts';

/** What `${…}` and backticks mean at some point. */
export interface Scope {
  /** The value of what stands between the braces; undefined where there is none. */
  readonly lookup: (expression: string) => string | undefined;
  /** What a command prints. */
  readonly substitute: (command: string, known: KnownToCommand) => Promise<string>;
}

export interface KnownToCommand {
  /** References that no shell can read itself. */
  readonly lookup: Scope['lookup'];
  /** Known so far in addition to the variables of the scope. */
  readonly variables: ReadonlyMap<string, string>;
}

/** An escaped character, a command in backticks, a reference with braces, one without. Everything else is text. */
const SPECIAL = new RegExp(
  [
    String.raw`\\(?<escaped>[$\x60])`,
    String.raw`\x60(?<command>(?:[^\x60\\]|\\.)*)\x60`,
    String.raw`\$\{(?<expression>${REFERENCE_SOURCE})\}`,
    String.raw`\$(?<bare>[A-Za-z_][A-Za-z0-9_]*|\d+)`,
  ].join('|'),
  'gsu',
);

/**
 * Expands text that no shell will see: `${NAME}`, `$NAME`, `${NAME.path[0]}` and `` `command` ``. A backslash makes the
 * dollar sign or backtick after it literal; what is undefined is empty; what looks like neither stays. Values and the
 * output of commands are inserted as they are and never expanded again.
 */
export async function expandText(text: string, scope: Scope): Promise<string> {
  let expanded = '';
  let end = 0;
  for (const match of text.matchAll(SPECIAL)) {
    expanded += text.slice(end, match.index) + (await replacement(match.groups ?? {}, scope));
    end = match.index + match[0].length;
  }
  return expanded + text.slice(end);
}

type Groups = Readonly<Record<string, string | undefined>>;

async function replacement(
  { escaped, command, expression, bare }: Groups,
  scope: Scope,
): Promise<string> {
  if (escaped !== undefined) return escaped;
  if (command === undefined) return scope.lookup(expression ?? bare ?? '') ?? '';
  const output = await scope.substitute(command.replaceAll('\\`', '`'), {
    lookup: scope.lookup,
    variables: new Map(),
  });
  return withoutFinalNewlines(output);
}

function withoutFinalNewlines(output: string): string {
  let end = output.length;
  while (end > 0 && /[\r\n]/.test(output.charAt(end - 1))) end -= 1;
  return output.slice(0, end);
}
