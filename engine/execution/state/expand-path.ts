import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { EngineError } from '../../contract/errors.ts';
import { expandText, type Scope } from '../../dag/expand.ts';
import { parseReference } from '../../dag/reference-syntax.ts';
import { emptyReference } from '../../dag/references.ts';

/**
 * Expands a path. An undefined variable would silently make it another path, so it is an error.
 *
 * @throws EngineError `bad_request` that names the field.
 */
export function expandDefined(field: string, text: string, scope: Scope): Promise<string> {
  const unset = (expression: string): string => {
    const isPath = (parseReference(expression)?.path ?? []).length > 0;
    if (isPath) return emptyReference(expression, scope);
    throw new EngineError(
      'bad_request',
      `\`${field}\` uses \${${expression}}, which is not defined. To use a variable of the system, add it to \`env\`.`,
    );
  };
  return naming(field, () => expandText(text, { ...scope, unset }));
}

/** `~` is the home folder of the user; a relative path starts from `folder`. */
export function absolute(path: string, folder: string): string {
  if (path === '~' || path.startsWith('~/')) return join(homedir(), path.slice(1));
  return isAbsolute(path) ? path : resolve(folder, path);
}

/** Says what it was that cannot be resolved. */
export async function naming<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof EngineError) throw error;
    throw new EngineError(
      'bad_request',
      `cannot resolve \`${what}\`: ${(error as Error).message}`,
      {
        cause: error,
      },
    );
  }
}
