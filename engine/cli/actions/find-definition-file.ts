import { existsSync } from 'node:fs';
import { isDagName } from '../../contract/fields.ts';
import { stemOf } from '../../platform/dag-file-names.ts';
import { DagTree } from '../../platform/dag-folder/dag-tree.ts';
import { noSuchDag } from '../find-run.ts';
import { isDagPath } from './dag-path.ts';
import { storedDag } from './stored-dag.ts';

/** The path of a definition: a file, or a stored DAG by its name or its path below their folder. */
export async function findDefinitionFile(dag: string, dagsDir: string): Promise<string> {
  const byPath = storedDag(dag, dagsDir);
  // A file of that path is shown as it was asked for.
  if ((byPath === null || existsSync(dag)) && (await isDagPath(dag))) return dag;
  if (byPath !== null) return byPath.path;
  const tree = new DagTree(dagsDir).look();
  const byName = isDagName(stemOf(dag)) ? tree.find(stemOf(dag)) : null;
  if (byName !== null) return byName.path;
  throw noSuchDag(dag, tree.names());
}
