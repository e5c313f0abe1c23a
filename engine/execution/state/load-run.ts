import { runSteps } from '../../dag/run-steps.ts';
import { WeakMemory } from '../../lib/weak-memory.ts';
import { loadBase, loadDag } from '../../steps/load-dag.ts';
import type { Dag, LoadResult } from '../../dag/definition.ts';
import type { Database } from '../../storage/database.ts';
import { nodesOf, outputsOf } from '../../storage/nodes.ts';
import { storedPathsOf } from '../../storage/stored-paths.ts';
import { definitionHash, definitionText, type RunRecord } from '../../storage/runs.ts';
import { unpackContext } from './run-context.ts';
import type { LoadedRun } from './run-state.ts';

/** A stored run with what its columns mean; null when this version cannot read its definition. */
export function loadRun(db: Database, record: RunRecord): LoadedRun | null {
  const { dag } = snapshotOf(db, record);
  if (dag === null) return null;
  const nodes = nodesOf(db, record.id);
  if (runSteps(dag).length !== nodes.length) return null;
  const context = unpackContext(record.context, storedPathsOf(db));
  return { record, dag, context, nodes, outputs: outputsOf(db, record.id) };
}

export type SnapshotRun = Pick<
  RunRecord,
  'definitionId' | 'baseId' | 'document' | 'dagName' | 'parentId'
>;

/** The definition that a run was started with. `partial` is what can be shown of one that this version refuses. */
export interface Snapshot {
  readonly dag: Dag | null;
  readonly partial: Dag;
}

/** Definitions of stored runs that are too large for the event loop. */
export interface Snapshots {
  /** Whether it would be read on the event loop: it is large, and nobody holds it. */
  readonly isCold: (run: SnapshotRun) => boolean;
  /**
   * Reads a large definition aside, and keeps it in memory until `use` is done with it. A small one is read by `use`.
   *
   * @throws EngineError `rate_limited` while too many large ones wait.
   */
  readonly holding: <T>(run: SnapshotRun, use: () => T | Promise<T>) => Promise<T>;
}

/** What a run was started with. A large one is to be held by `Snapshots`, else this holds up the event loop. */
export function snapshotOf(db: Database, run: SnapshotRun, key = snapshotKey(db, run)): Snapshot {
  return knownSnapshot(key) ?? pickDocument(readHere(db, run), run);
}

function readHere(db: Database, run: SnapshotRun): LoadResult {
  const text = definitionText(db, run.definitionId);
  const base = run.baseId === null ? null : loadBase(definitionText(db, run.baseId));
  return loadDag(text, { name: run.dagName, base, asCalled: run.parentId !== null });
}

/** The document of a file with which a run was started. */
export function pickDocument(
  { dag, partial, localDags }: LoadResult,
  { document }: Pick<SnapshotRun, 'document'>,
): Snapshot {
  if (document === null) return { dag, partial };
  const local = localDags.find(({ name }) => name === document);
  return { dag: local ?? null, partial: local ?? partial };
}

/** What takes long to read and somebody holds: a queued run begins, and is asked about, without reading it again. */
const whole = new WeakMemory<Dag>();
/** The same of what this version refuses. */
const parts = new WeakMemory<Dag>();

/** A large definition that is still in memory. */
export function knownSnapshot(key: string): Snapshot | undefined {
  const dag = whole.get(key) ?? null;
  const partial = dag ?? parts.get(key);
  return partial && { dag, partial };
}

/** Remembers what was read from a large text, by its `snapshotKey`, while anybody holds it. */
export function rememberLarge(key: string, { dag, partial }: Snapshot): void {
  if (dag === null) parts.set(key, partial);
  else whole.set(key, dag);
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
