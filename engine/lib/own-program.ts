import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * The file of a program of ours that is started beside the engine. `source` is its path from `folder`, where its code and
 * that of whoever asks are files of their own; of the bundles, the one of the app and the one of the command line share it,
 * which is `bundle` among the built files.
 */
export function ownProgram(
  folder: string,
  source: string,
  bundle = basename(source).replace(/\.ts$/, '.js'),
): string {
  const files = [source, `../${bundle}`, `../main/${bundle}`].map((place) => join(folder, place));
  const file = files.find((each) => existsSync(each));
  if (file === undefined)
    throw new Error(`the program is incomplete: ${files.join(', ')} are missing`);
  return file;
}
