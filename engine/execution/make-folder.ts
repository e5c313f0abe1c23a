import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { EngineError } from '../contract/errors.ts';
import { isDiskTrouble } from '../lib/disk-trouble.ts';

/**
 * Makes a folder that a definition asks for, and those above it.
 *
 * @throws EngineError `bad_request` that names the field of the definition and what is in the way, `service_unavailable`
 *   when the disk is at fault.
 */
export function makeFolder(folder: string, field: string): void {
  try {
    makeWithParents(folder);
  } catch (error) {
    throw new EngineError(
      isDiskTrouble(error) ? 'service_unavailable' : 'bad_request',
      `\`${field}\`: the folder ${folder} cannot be used: ${reason(error)}`,
      { cause: error },
    );
  }
}

// Not `recursive`: below a folder that takes none, such as /proc, Node tries for ever and the engine stands still.
function makeWithParents(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
  try {
    mkdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    makeWithParents(dirname(folder));
    mkdirSync(folder);
  }
}

function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'a file of that name is in the way';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'ENOENT') return 'the folder above it takes none';
  return message;
}
