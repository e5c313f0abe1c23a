import { runById, type RunRecord } from '../../storage/runs.ts';
import type { Database } from '../../storage/database.ts';
import { storedPathsOf } from '../../storage/stored-paths.ts';
import { loadRun, type Snapshots } from './load-run.ts';
import { knownSecrets } from './resolve-secrets.ts';
import { unpackContext } from './run-context.ts';
import { createVault, type Vault } from './vault.ts';

/**
 * The secrets of a stored run and of those that called it, as far as they can still be found: for whoever reads what
 * the run left behind.
 */
export async function pastVault(
  stored: { readonly db: Database; readonly snapshots: Snapshots },
  run: RunRecord,
  ownEnvironment: NodeJS.ProcessEnv,
): Promise<Vault> {
  const { db, snapshots } = stored;
  const parent = run.parentId === null ? undefined : runById(db, run.parentId);
  const inherited = parent === undefined ? null : await pastVault(stored, parent, ownEnvironment);
  const loaded = await snapshots.holding(run, () => loadRun(db, run));
  const sealed = unpackContext(run.context, storedPathsOf(db)).workingDir;
  const values = await knownSecrets(loaded?.dag.secrets ?? [], {
    ownEnvironment,
    workingDir: inherited?.unseal(sealed) ?? sealed,
  });
  return createVault(run.key, values, inherited);
}
