import { isDagName } from '../../contract/fields.ts';
import { DagTree } from '../../platform/dag-folder/dag-tree.ts';
import { configOf, type Cli, type GlobalOptions } from '../cli.ts';

/**
 * Prints the names that can stand in a place of the command line. The files are looked at and no engine is asked, for a
 * person waits for it at every press of a key; what goes wrong is silent, for a message would land in the command line.
 */
export async function completeWords(
  cli: Cli,
  kind: 'dags' | 'keys',
  options: GlobalOptions,
): Promise<void> {
  const words = kind === 'dags' ? dagNames(cli, options) : await keyNames();
  cli.out.write(words.map((word) => `${word}\n`).join(''));
}

function dagNames(cli: Cli, options: GlobalOptions): readonly string[] {
  try {
    const names = new DagTree(configOf(cli, options).paths.dagsDir).look().names();
    // Bash runs what stands in `$()` of the words it is offered, and anything can be the name of a file.
    return names.filter(isDagName);
  } catch {
    // Wrong settings or no folder: the next command says so.
    return [];
  }
}

async function keyNames(): Promise<readonly string[]> {
  const { configKeyNames } = await import('../../config/config-keys.ts');
  return configKeyNames;
}
