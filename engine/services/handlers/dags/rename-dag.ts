import { plannedRunsOf } from '../../../storage/planned-runs.ts';
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
import { requireFree } from '../../store-definition.ts';

/** Gives the file of a DAG another name, and all that is known of the DAG with it. */
export async function renameDag(
  services: EngineServices,
  read: ReadDag,
  newName: string,
): Promise<void> {
  const renamed = await loadedAs(services, read, newName);
  const to = namesOf(newName, renamed);
  const said = namesOf(read.file.fileName, read.loaded);
  // The history of a name goes with the file that has the name: one that only says it takes none along.
  const from = read.nameTakenBy === undefined ? said : { ...said, dagName: to.dagName };
  if (read.nameTakenBy === undefined) requireIdle(services, from);
  if (to.dagName !== said.dagName) requireNameFree(services, to, renamed);
  requireHistoryFree(services, from, to);
  requireFree(services, newName);
  await moveFile(services, read.file, newName);
  await followRenaming(services, { from, to });
}

/** What the file says under its new name. One that cannot be read keeps what was known of it. */
async function loadedAs(
  { aside }: EngineServices,
  { file, text, base, loaded, unread }: ReadDag,
  newName: string,
): Promise<LoadResult> {
  if (unread === undefined) return aside.load(text, { name: newName, under: base });
  const { name } = loaded.partial;
  return {
    ...loaded,
    partial: { ...loaded.partial, name: name === file.fileName ? newName : name },
  };
}

const namesOf = (fileName: string, { dag, partial }: LoadResult): DagNames => ({
  fileName,
  dagName: (dag ?? partial).name,
});

/** A DAG that is called like its file may not come to a name that another one has. */
function requireNameFree({ catalog }: EngineServices, to: DagNames, renamed: LoadResult): void {
  const takenBy = catalog.nameTakenFrom(to.fileName, renamed);
  if (takenBy === null) return;
  throw new EngineError('already_exists', `The DAG in file ${takenBy} has the name ${to.dagName}.`);
}

function requireIdle({ db }: EngineServices, { fileName, dagName }: DagNames): void {
  const active =
    activeRunsOf(db, dagName)[0] ?? plannedRunsOf(db, dagName)[0] ?? activeCallOf(db, dagName);
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
  const result = await changeFolder(config.paths.dagsDir, () => renameDagFile(file, newName));
  if (result === 'gone') throw noSuchDag(file.fileName);
  if (result === 'taken') {
    throw new EngineError('already_exists', `DAG ${newName} already exists`);
  }
}
