import { EngineError } from '../../contract/errors.ts';
import { isDiskTrouble } from '../../lib/disk-trouble.ts';
import { makeNamedFolder } from '../../lib/folders.ts';

/**
 * Makes a folder that a definition asks for, and those above it. `make` says whose they are.
 *
 * @throws EngineError `bad_request` that names the field of the definition and what is in the way, `service_unavailable`
 *   when the disk is at fault.
 */
export function makeFolder(folder: string, field: string, make = makeNamedFolder): void {
  try {
    make(folder);
  } catch (error) {
    throw new EngineError(
      isDiskTrouble(error) ? 'service_unavailable' : 'bad_request',
      `\`${field}\`: cannot use the folder ${folder}: ${reason(error)}`,
      { cause: error },
    );
  }
}

function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'a file with that name exists';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'ENOENT') return 'its parent folder does not exist';
  return message;
}
