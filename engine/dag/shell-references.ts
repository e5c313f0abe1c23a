import { findShellReferences } from './shell-scan.ts';

export interface BoundCommand {
  /** Shell text in which references have become plain variables. */
  readonly command: string;
  /** Those variables. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Makes references such as `${id.exit_code}` and `${OUT.a[0]}`, which no shell can read, readable: each becomes a fresh
 * variable that holds its value, so that a value is never shell text and nothing in it can be executed. What `resolve`
 * does not know stays as it is, as does whatever a shell reads itself.
 */
export function bindShellReferences(
  command: string,
  resolve: (expression: string) => string | undefined,
): BoundCommand {
  const env: Record<string, string> = {};
  const variables = new Map<string, string>();
  const nextName = freshNames(command);
  let bound = '';
  let end = 0;
  for (const reference of findShellReferences(command)) {
    const { expression } = reference;
    const value = variables.has(expression) ? '' : resolve(expression);
    if (value === undefined) continue;
    const variable = variables.get(expression) ?? nextName();
    if (!variables.has(expression)) env[variable] = value;
    variables.set(expression, variable);
    bound += `${command.slice(end, reference.start)}\${${variable}}`;
    end = reference.end;
  }
  return { command: bound + command.slice(end), env };
}

/** Names that the command does not use itself. */
function freshNames(command: string): () => string {
  let number = 0;
  const next = (): string => {
    number += 1;
    const name = `DAGWRIGHT_REF_${number}`;
    return command.includes(name) ? next() : name;
  };
  return next;
}
