import { mkdirSync } from 'node:fs';
import { EngineError } from '../contract/errors.ts';

/**
 * Makes a folder that a definition asks for, and those above it.
 *
 * @throws EngineError `bad_request` that names the field of the definition and what is in the way.
 */
export function makeFolder(folder: string, field: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new EngineError(
      'bad_request',
      `\`${field}\`: the folder ${folder} cannot be used: ${reason(error)}`,
      { cause: error },
    );
  }
}

function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'a file of that name is in the way';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  return message;
}
