import { EngineError } from '../../../contract/errors.ts';
import type { LoadResult } from '../../../dag/definition.ts';
import { renameDagFile, type DagFile } from '../../../platform/dag-files.ts';
import type { DagNames } from '../../../storage/dag-names.ts';
import { activeCallOf, activeRunsOf, sharedRunId } from '../../../storage/runs.ts';
import type { ReadDag } from '../../catalog/dag-reader.ts';
import { changeFolder } from '../../change-folder.ts';
import type { EngineServices } from '../../engine-services.ts';
import { noSuchDag } from '../../find.ts';
import { followRenaming } from '../../follow-dag.ts';

/** Gives the file of a DAG another name, and all that is known of the DAG with it. */
export async function renameDag(
  services: EngineServices,
  read: ReadDag,
  newName: string,
): Promise<void> {
  const { fileName } = read.file;
  const from = namesOf(fileName, read.loaded);
  requireIdle(services, from);
  const renamed = await services.aside.load(read.text, { name: newName, under: read.base });
  const to = namesOf(newName, renamed);
  requireHistoryFree(services, from, to);
  await moveFile(services, read.file, newName);
  await followRenaming(services, { from, to });
}

const namesOf = (fileName: string, { dag, partial }: LoadResult): DagNames => ({
  fileName,
  dagName: (dag ?? partial).name,
});

function requireIdle({ db }: EngineServices, { fileName, dagName }: DagNames): void {
  const active = activeRunsOf(db, dagName)[0] ?? activeCallOf(db, dagName);
  if (active === undefined) return;
  throw new EngineError('already_running', `DAG ${fileName} has an active run: ${active.runId}`);
}

function requireHistoryFree({ db }: EngineServices, from: DagNames, to: DagNames): void {
  const before = from.dagName;
  const after = to.dagName;
  const shared = after === before ? undefined : sharedRunId(db, before, after);
  if (shared === undefined) return;
  throw new EngineError(
    'already_exists',
    `The histories of ${after} and ${before} both have a run ${shared}.`,
  );
}

async function moveFile({ config }: EngineServices, file: DagFile, newName: string): Promise<void> {
  const { dagsDir } = config.paths;
  const result = await changeFolder(dagsDir, () => renameDagFile(file, dagsDir, newName));
  if (result === 'gone') throw noSuchDag(file.fileName);
  if (result === 'taken') {
    throw new EngineError('already_exists', `DAG ${newName} already exists`);
  }
}
