import type { DagHead } from '../../contract/dag.ts';
import { toDagHead } from '../../steps/dag-object.ts';
import type { Schedules, SlotPolicy } from '../../dag/definition.ts';
import type { IndexedDag } from '../../storage/dag-index.ts';
import { errorsOf } from '../load-errors.ts';
import type { ReadDag } from './dag-reader.ts';

/** What lists show of a definition file, without reading it. */
export interface CatalogEntry {
  readonly fileName: string;
  readonly name: string;
  readonly head: DagHead;
  readonly tags: readonly string[];
  readonly schedule: Schedules;
  readonly policy: SlotPolicy;
  readonly errors: readonly string[];
  /** How many days the history of its name is kept; null: the file cannot be loaded, and nobody can tell. */
  readonly retentionDays: number | null;
}

/** An entry with what tells whether it is still that of the file. */
export type IndexedEntry = CatalogEntry & { readonly fingerprint: string };

/** What the index keeps of a definition that was read. */
export function entryOf({ file, loaded }: ReadDag, fingerprint: string): IndexedEntry {
  const dag = loaded.dag ?? loaded.partial;
  return {
    fileName: file.fileName,
    fingerprint,
    name: dag.name,
    head: toDagHead(dag),
    tags: dag.tags,
    schedule: dag.schedule,
    policy: dag.slotPolicy,
    errors: errorsOf(loaded),
    retentionDays: loaded.dag?.histRetentionDays ?? null,
  };
}

/** An entry as the index stores it. */
export function toRow(entry: IndexedEntry): IndexedDag {
  return {
    fileName: entry.fileName,
    fingerprint: entry.fingerprint,
    name: entry.name,
    head: JSON.stringify(entry.head),
    tags: JSON.stringify(entry.tags),
    schedule: JSON.stringify(entry.schedule),
    policy: JSON.stringify(entry.policy),
    errors: JSON.stringify(entry.errors),
    retentionDays: entry.retentionDays,
  };
}

/** An entry as the index has stored it. */
export function fromRow(row: IndexedDag): IndexedEntry {
  return {
    fileName: row.fileName,
    fingerprint: row.fingerprint,
    name: row.name,
    head: JSON.parse(row.head) as DagHead,
    tags: JSON.parse(row.tags) as string[],
    schedule: JSON.parse(row.schedule) as Schedules,
    policy: JSON.parse(row.policy) as SlotPolicy,
    errors: JSON.parse(row.errors) as string[],
    retentionDays: row.retentionDays,
  };
}
