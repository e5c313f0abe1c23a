import { existsSync } from 'node:fs';
import { basename, relative, resolve, sep } from 'node:path';
import { stemOf } from '../../platform/dag-file-names.ts';
import { DagTree } from '../../platform/dag-folder/dag-tree.ts';
import type { DagFile } from '../../platform/dag-files.ts';
import { CliError } from '../cli-error.ts';

/**
 * The stored DAG of a path: that of a file in the folder of DAGs or below, or of one whose path begins there where no other
 * file has it. Null: the word is no path, or that of a file elsewhere.
 *
 * @throws CliError for a file that is ignored, because another one has its name.
 */
export function storedDag(word: string, dagsDir: string): DagFile | null {
  if (!/[/\\]/.test(word) && stemOf(word) === word) return null;
  const tree = new DagTree(dagsDir);
  const path = relative(dagsDir, resolve(word)).replaceAll(sep, '/');
  const isBelow = path !== '..' && !path.startsWith('../');
  if (!isBelow && existsSync(word)) return null;
  const wanted = isBelow ? path : word.replaceAll(sep, '/');
  const found = tree.look().at(wanted);
  if (found === null) refuseHidden(tree, wanted);
  return found;
}

function refuseHidden(tree: DagTree, path: string): void {
  const [first = '', ...others] = tree.pathsOf(stemOf(basename(path)));
  const hidden = others.find((other) => other === path || stemOf(other) === path);
  if (hidden === undefined) return;
  throw new CliError(`${hidden} is ignored, because ${first} has the same name.`, {
    hint: 'Rename one of them.',
  });
}
