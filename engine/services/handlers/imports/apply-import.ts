import { EngineError } from '../../../contract/errors.ts';
import { newFileName } from '../../../contract/fields.ts';
import type { importedDag, ImportResult } from '../../../contract/imports.ts';
import type { ValueOf } from '../../../contract/shape.ts';
import { isSuspended, setSuspended } from '../../../storage/dag-index.ts';
import type { EngineServices } from '../../engine-services.ts';
import { findDag } from '../../find.ts';
import { requireValid } from '../../load-errors.ts';
import { createDefinition, replaceDefinition } from '../../store-definition.ts';

type ImportedDag = ValueOf<typeof importedDag>;

/** Takes one DAG of a plan. What cannot be taken says why, and keeps the others from nothing. */
export async function applyImport(
  services: EngineServices,
  dag: ImportedDag,
): Promise<ImportResult> {
  try {
    // The way in reads ahead what a path names, and nothing that stands in a list.
    await services.catalog.warm(dag.fileName);
    const outcome = dag.replaces === undefined ? 'created' : 'replaced';
    await (outcome === 'created' ? createSuspended(services, dag) : replace(services, dag));
    const suspended = isSuspended(services.db, dag.fileName);
    return { fileName: dag.fileName, outcome, message: '', suspended };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { message } = error;
    return { fileName: dag.fileName, outcome: 'refused', message, suspended: false };
  }
}

/** Its schedule is off before its file is there, so that no slot of it can come due in between. */
async function createSuspended(services: EngineServices, dag: ImportedDag): Promise<void> {
  const { fileName, spec } = dag;
  const checked = newFileName.safeParse(fileName);
  if (!checked.success)
    throw new EngineError('bad_request', checked.error.issues[0]?.message ?? 'The name is invalid');
  const { aside, base, db, writes } = services;
  const loaded = await aside.load(spec, { name: fileName, under: base.current() });
  const hasSchedule = Object.values(requireValid(loaded).schedule).some(
    (lines) => lines.length > 0,
  );
  if (findDag(services, fileName) !== null || !hasSchedule) {
    await createDefinition(services, dag);
    return;
  }
  const was = isSuspended(db, fileName);
  const suspend = (value: boolean) =>
    writes.commitSynced((to) => setSuspended(to, fileName, value));
  await suspend(true);
  try {
    await createDefinition(services, dag);
  } catch (error) {
    await suspend(was);
    throw error;
  }
}

async function replace(
  services: EngineServices,
  { fileName, spec, replaces }: ImportedDag,
): Promise<void> {
  requireValid(await replaceDefinition(services, { fileName, spec, version: replaces }));
}
