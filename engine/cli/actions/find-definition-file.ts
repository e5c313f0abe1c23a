import { isDagName } from '../../contract/fields.ts';
import { stemOf } from '../../platform/dag-file-names.ts';
import { findDagFile, listDagNames } from '../../platform/dag-files.ts';
import { noSuchDag } from '../find-run.ts';
import { isDagPath } from './dag-path.ts';

/** The path of a definition: a file, or a stored DAG by its name. */
export async function findDefinitionFile(dag: string, dagsDir: string): Promise<string> {
  if (await isDagPath(dag)) return dag;
  const stored = isDagName(stemOf(dag)) ? findDagFile(dagsDir, stemOf(dag)) : null;
  if (stored !== null) return stored.path;
  throw noSuchDag(dag, await listDagNames(dagsDir));
}
