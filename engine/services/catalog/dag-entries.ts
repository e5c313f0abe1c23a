import type { Clock } from '../../lib/clock.ts';
import { dropIndexedDag, indexedDags, saveIndexedDag } from '../../storage/dag-index.ts';
import type { Database } from '../../storage/database.ts';
import { saveFileRetention } from '../../storage/file-retention.ts';
import type { WriteQueue } from '../../storage/write-queue.ts';
import { fromRow, toRow, type CatalogEntry, type OwnEntry } from './catalog-entry.ts';
import { NameHolders } from './name-holders.ts';
import { parseReadState, type ReadState } from './read-state.ts';
import { takenNameError } from './taken-name.ts';

export interface DagEntriesOptions {
  readonly db: Database;
  readonly writes: WriteQueue;
  readonly clock: Pick<Clock, 'elapsed' | 'after'>;
  readonly changed: (fileName: string, change: 'created' | 'updated' | 'deleted') => void;
}

/** What is known of the definition files, each with what the others make of it: one name is that of one file. */
export class DagEntries {
  readonly #options: DagEntriesOptions;
  readonly #own = new Map<string, OwnEntry>();
  readonly #entries = new Map<string, CatalogEntry>();
  readonly names: NameHolders;

  constructor(options: DagEntriesOptions) {
    this.#options = options;
    this.names = new NameHolders({ ...options, changed: (files) => this.#look(files) });
  }

  /** The entries of the index. */
  stored(): readonly Omit<OwnEntry, 'isAccepted'>[] {
    return indexedDags(this.#options.db).map(fromRow);
  }

  /** Takes what the index knows. */
  load(
    stored: readonly Omit<OwnEntry, 'isAccepted'>[],
    isAccepted: (stored: Pick<OwnEntry, 'fileName' | 'folder'>) => boolean,
  ): void {
    for (const entry of stored) {
      const own = { ...entry, isAccepted: isAccepted(entry) };
      this.#own.set(own.fileName, own);
      this.names.note(namedFile(own));
    }
    for (const own of this.#own.values()) this.#entries.set(own.fileName, this.#asShown(own));
  }

  get size(): number {
    return this.#entries.size;
  }

  all(): Iterable<CatalogEntry> {
    return this.#entries.values();
  }

  get(fileName: string): CatalogEntry | undefined {
    return this.#entries.get(fileName);
  }

  /** What the file was when it was read. */
  fingerprintOf(fileName: string): string | undefined {
    return this.#own.get(fileName)?.fingerprint;
  }

  /** The same in its parts. */
  stateOf(fileName: string): ReadState | undefined {
    const fingerprint = this.fingerprintOf(fileName);
    return fingerprint === undefined ? undefined : parseReadState(fingerprint);
  }

  /** The DAG of this name, which may be another one than that of its file. */
  named(name: string): CatalogEntry | undefined {
    return this.#entries.get(this.names.holderOf(name) ?? name);
  }

  /** The files whose text waits for somebody who accepts it. */
  unaccepted(): readonly string[] {
    return [...this.#own.values()].flatMap((own) => (own.isAccepted ? [] : own.fileName));
  }

  put(own: OwnEntry, { isFirm = false } = {}): void {
    const { fileName } = own;
    const change = this.#own.has(fileName) ? 'updated' : 'created';
    this.#own.set(fileName, own);
    this.#entries.delete(fileName);
    this.names.note(namedFile(own), { isFirm });
    this.#options.writes.commitLater((db) => saveIndexedDag(db, toRow(own)));
    this.#show(own, change);
  }

  /** Takes note of one that cannot be read: what was known of it stays, but for its errors. */
  putUnread(unread: OwnEntry): void {
    const known = this.#own.get(unread.fileName);
    const { folder, fingerprint, errors, retentionDays } = unread;
    if (known?.fingerprint === fingerprint && known.errors.join() === errors.join()) return;
    this.put(
      known === undefined ? unread : { ...known, folder, fingerprint, errors, retentionDays },
    );
  }

  drop(fileName: string): void {
    this.names.drop(fileName);
    this.#entries.delete(fileName);
    if (!this.#own.delete(fileName)) return;
    this.#options.writes.commitLater((db) => dropIndexedDag(db, fileName));
    this.#options.changed(fileName, 'deleted');
  }

  /** After a name has got to another file. */
  #look(fileNames: Iterable<string>): void {
    for (const fileName of fileNames) {
      const own = this.#own.get(fileName);
      const shown = this.#entries.get(fileName);
      // One that is shown for the first time is about to be.
      if (own === undefined || shown === undefined) continue;
      if (shown.nameTakenBy !== this.#takenBy(own)) this.#show(own, 'updated');
    }
  }

  #show(own: OwnEntry, change: 'created' | 'updated'): void {
    const { fileName } = own;
    const entry = this.#asShown(own);
    this.#entries.set(fileName, entry);
    const { retentionDays: days, retentionRuns: runs } = entry;
    if (days !== null)
      this.#options.writes.commitLater((db) => saveFileRetention(db, fileName, { days, runs }));
    this.#options.changed(fileName, change);
  }

  #asShown({ namePlace, isAccepted, fingerprint: _, ...own }: OwnEntry): CatalogEntry {
    const nameTakenBy = this.#takenBy(own);
    if (nameTakenBy === null) {
      return { ...own, nameTakenBy, retentionDays: isAccepted ? own.retentionDays : null };
    }
    const taken = takenNameError({ name: own.name, by: nameTakenBy }, namePlace);
    return { ...own, nameTakenBy, errors: [taken, ...own.errors], retentionDays: null };
  }

  #takenBy({ fileName, name }: Pick<OwnEntry, 'fileName' | 'name'>): string | null {
    const holder = this.names.holderOf(name);
    return holder === undefined || holder === fileName ? null : holder;
  }
}

function namedFile({ fileName, name, fingerprint, errors, isAccepted }: OwnEntry) {
  const { stamp } = parseReadState(fingerprint);
  return { fileName, name, stamp, isSound: errors.length === 0 && isAccepted };
}
