import { dirname } from 'node:path';
import type { Dag } from '../../dag/definition.ts';
import { mayExpand } from '../../dag/text-parts.ts';
import { shortSecretsOf } from '../../execution/state/short-secrets.ts';
import type { ShortSecret } from './check.ts';

/** A definition and where it lies. */
interface StoredDag {
  readonly dag: Dag;
  readonly path: string;
}

/** The secrets of a DAG that are too short, as far as the files of their values can be found without a run. */
export async function shortSecretsIn(
  { dag, path }: StoredDag,
  ownEnvironment: NodeJS.ProcessEnv,
): Promise<readonly ShortSecret[]> {
  const { workingDir, secrets, name } = dag;
  if (secrets.length === 0 || (workingDir !== null && mayExpand(workingDir))) return [];
  const sources = { ownEnvironment, workingDir: workingDir ?? dirname(path) };
  return (await shortSecretsOf(secrets, sources)).map((secret) => ({ dag: name, secret }));
}
