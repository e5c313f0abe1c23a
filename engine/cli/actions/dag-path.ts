import { stat } from 'node:fs/promises';
import { stemOf } from '../../platform/dag-file-names.ts';

/**
 * Whether a word of the command line is the path of a file. A bare word is a name, even where a file of that name lies about,
 * and one with a separator never is: where there is no such file, reading it says so.
 */
export async function isDagPath(dag: string): Promise<boolean> {
  if (/[/\\]/.test(dag)) return true;
  if (stemOf(dag) === dag) return false;
  return stat(dag).then(
    (found) => found.isFile(),
    () => false,
  );
}
