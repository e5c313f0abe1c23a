import { runSteps } from '../../dag/run-steps.ts';
import { loadBase, loadDag } from '../../steps/load-dag.ts';
import type { Dag } from '../../dag/definition.ts';
import type { Database } from '../../storage/database.ts';
import { nodesOf, outputsOf } from '../../storage/nodes.ts';
import { storedPathsOf } from '../../storage/stored-paths.ts';
import { definitionHash, definitionText, type RunRecord } from '../../storage/runs.ts';
import { unpackContext } from './run-context.ts';
import type { LoadedRun } from './run-state.ts';

/** A stored run with what its columns mean; null when this version cannot read its definition. */
export function loadRun(db: Database, record: RunRecord): LoadedRun | null {
  const dag = snapshotOf(db, record).dag;
  if (dag === null || runSteps(dag).length !== nodesOf(db, record.id).length) return null;
  const context = unpackContext(record.context, storedPathsOf(db));
  return { record, dag, context, nodes: nodesOf(db, record.id), outputs: outputsOf(db, record.id) };
}

export type SnapshotRun = Pick<
  RunRecord,
  'definitionId' | 'baseId' | 'document' | 'dagName' | 'parentId'
>;

/** The definition that a run was started with. `partial` is what can be shown of one that this version refuses. */
export function snapshotOf(
  db: Database,
  run: SnapshotRun,
  key = snapshotKey(db, run),
): { readonly dag: Dag | null; readonly partial: Dag } {
  const known = largeDags.get(key)?.deref();
  if (known !== undefined) return { dag: known, partial: known };
  const text = definitionText(db, run.definitionId);
  const base = run.baseId === null ? null : loadBase(definitionText(db, run.baseId));
  const loaded = loadDag(text, { name: run.dagName, base, asCalled: run.parentId !== null });
  if (run.document === null) return loaded;
  const local = loaded.localDags.find(({ name }) => name === run.document);
  return { dag: local ?? null, partial: local ?? loaded.partial };
}

/** What takes long to read and somebody holds: a queued run begins, and is asked about, without reading it again. */
const largeDags = new Map<string, WeakRef<Dag>>();
const forgetLarge = new FinalizationRegistry<string>((key) => {
  if (largeDags.get(key)?.deref() === undefined) largeDags.delete(key);
});

/** Remembers a definition that was read from a large text, by its `snapshotKey`, while anybody holds it. */
export function rememberLarge(key: string, dag: Dag): void {
  if (largeDags.get(key)?.deref() === dag) return;
  largeDags.set(key, new WeakRef(dag));
  forgetLarge.register(dag, key);
}

/**
 * The texts themselves, because the id of a deleted text is used again. A called DAG has no handlers of base.yaml,
 * and a document of a file is not the file.
 */
export function snapshotKey(db: Database, run: SnapshotRun): string {
  const { definitionId, baseId, document, parentId, dagName } = run;
  const base = baseId === null ? '' : definitionHash(db, baseId);
  return [
    definitionHash(db, definitionId),
    base,
    dagName,
    parentId === null ? 'root' : 'called',
    document ?? '',
  ].join('/');
}
