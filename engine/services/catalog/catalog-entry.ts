import type { DagHead } from '../../contract/dag.ts';
import { toDagHead } from '../../steps/dag-object.ts';
import type { LoadResult, Schedules, SlotPolicy } from '../../dag/definition.ts';
import type { IndexedDag } from '../../storage/dag-index.ts';
import { errorsOf } from '../load-errors.ts';
import type { ReadDag } from './dag-reader.ts';
import { parseReadState } from './read-state.ts';

/** What lists show of a definition file, without reading it. */
export interface CatalogEntry {
  readonly fileName: string;
  /** Below the folder of DAGs, with `/`; empty: in that folder itself. */
  readonly folder: string;
  readonly name: string;
  readonly head: DagHead;
  readonly tags: readonly string[];
  readonly schedule: Schedules;
  readonly policy: SlotPolicy;
  readonly errors: readonly string[];
  /** The file that has the name which this one says too; null: its name is its own. */
  readonly nameTakenBy: string | null;
  /** How many days its runs are kept; null: it cannot be loaded or is not to be trusted, so its word counts for nothing. */
  readonly retentionDays: number | null;
  /** How many of its ended runs are kept; null: as many as there are. */
  readonly retentionRuns: number | null;
}

/** What a file says by itself, with what tells whether it still does. */
export type OwnEntry = Omit<CatalogEntry, 'nameTakenBy'> & {
  readonly fingerprint: string;
  readonly namePlace: Pick<LoadResult['namePlace'], 'line' | 'column'>;
  /** Whether somebody has accepted its text, where that is needed. */
  readonly isAccepted: boolean;
};

/** What a definition that was read says. */
export function entryOf(
  { file, loaded }: ReadDag,
  { fingerprint, isAccepted }: Pick<OwnEntry, 'fingerprint' | 'isAccepted'>,
): OwnEntry {
  const dag = loaded.dag ?? loaded.partial;
  return {
    fileName: file.fileName,
    folder: file.folder,
    fingerprint,
    name: dag.name,
    namePlace: loaded.namePlace,
    head: toDagHead(dag),
    tags: dag.tags,
    schedule: dag.schedule,
    policy: dag.slotPolicy,
    errors: errorsOf(loaded),
    retentionDays: loaded.dag?.histRetentionDays ?? null,
    retentionRuns: loaded.dag?.histRetentionRuns ?? null,
    isAccepted,
  };
}

/** An entry as the index stores it. */
export function toRow(entry: OwnEntry): IndexedDag {
  return {
    fileName: entry.fileName,
    fingerprint: entry.fingerprint,
    name: entry.name,
    nameLine: entry.namePlace.line,
    nameColumn: entry.namePlace.column,
    head: JSON.stringify(entry.head),
    tags: JSON.stringify(entry.tags),
    schedule: JSON.stringify(entry.schedule),
    policy: JSON.stringify(entry.policy),
    errors: JSON.stringify(entry.errors),
    retentionDays: entry.retentionDays,
    retentionRuns: entry.retentionRuns,
  };
}

/** An entry as the index has stored it. */
export function fromRow(row: IndexedDag): Omit<OwnEntry, 'isAccepted'> {
  return {
    fileName: row.fileName,
    folder: parseReadState(row.fingerprint).folder,
    fingerprint: row.fingerprint,
    name: row.name,
    namePlace: { line: row.nameLine, column: row.nameColumn },
    head: JSON.parse(row.head) as DagHead,
    tags: JSON.parse(row.tags) as string[],
    schedule: JSON.parse(row.schedule) as Schedules,
    policy: JSON.parse(row.policy) as SlotPolicy,
    errors: JSON.parse(row.errors) as string[],
    retentionDays: row.retentionDays,
    retentionRuns: row.retentionRuns,
  };
}
