import { runSteps } from '../dag/run-steps.ts';
import { loadBase, loadDag } from '../steps/load-dag.ts';
import type { Dag } from '../dag/definition.ts';
import type { Database } from '../storage/database.ts';
import { nodesOf, outputsOf } from '../storage/nodes.ts';
import { placesOf } from '../storage/places.ts';
import { definitionText, type RunRecord } from '../storage/runs.ts';
import { unpackContext } from './run-context.ts';
import type { LoadedRun } from './run-state.ts';

/** A stored run with what its columns mean; null when this version cannot read its definition. */
export function loadRun(db: Database, record: RunRecord): LoadedRun | null {
  const dag = snapshotOf(db, record).dag;
  if (dag === null || runSteps(dag).length !== nodesOf(db, record.id).length) return null;
  const context = unpackContext(record.context, placesOf(db));
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
): { readonly dag: Dag | null; readonly partial: Dag } {
  const text = definitionText(db, run.definitionId);
  const base = run.baseId === null ? null : loadBase(definitionText(db, run.baseId));
  const loaded = loadDag(text, { name: run.dagName, base, asCalled: run.parentId !== null });
  if (run.document === null) return loaded;
  const local = loaded.localDags.find(({ name }) => name === run.document);
  return { dag: local ?? null, partial: local ?? loaded.partial };
}
