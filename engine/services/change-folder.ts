import { EngineError } from '../contract/errors.ts';
import { FILE_INSTEAD } from './catalog/file-problems.ts';

/**
 * Makes a change in the folder of the definitions.
 *
 * @throws EngineError `service_unavailable` that says why the folder takes none, and what to do.
 */
export async function changeFolder<T>(folder: string, change: () => T | Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const reason = reasons.get((error as NodeJS.ErrnoException).code);
    if (reason === undefined) throw error;
    const message = `Cannot write to the DAGs folder ${folder}: ${reason}.`;
    throw new EngineError('service_unavailable', message, { cause: error });
  }
}

const PERMISSION =
  'permission denied. Give the user of the engine the right to write there, or set `paths.dags_dir` to another folder';

const reasons: ReadonlyMap<unknown, string> = new Map([
  ['EACCES', PERMISSION],
  ['EPERM', PERMISSION],
  ['EROFS', 'its disk is read-only. Make it writable, or set `paths.dags_dir` to another folder'],
  ['EEXIST', FILE_INSTEAD],
  ['ENOTDIR', FILE_INSTEAD],
]);
