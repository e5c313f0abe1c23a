import type { Statement } from 'better-sqlite3';
import type { Database } from '../../../../engine/storage/database.ts';
import { slotOf, type SlotRecord } from '../../../../engine/storage/slots.ts';
import { keyOf, type Slot } from './existing-slots.ts';

/** A row of the ledger before and after an instant. */
export interface Change {
  readonly key: string;
  readonly slot: Slot;
  readonly before: SlotRecord | undefined;
  readonly after: SlotRecord | undefined;
}

/** The ledger as it was when it was last looked at, so that each change of it is seen. */
export class LedgerMirror {
  readonly rows = new Map<string, SlotRecord>();
  readonly #pending = new Map<string, SlotRecord>();
  #db: Database | undefined;

  /** Watches a store; what has changed since the last one was watched is found by comparing all of it. */
  watch(db: Database): void {
    this.#db = db;
    db.exec(`
      CREATE TEMP TABLE changed_slot (file_name TEXT, kind TEXT, at INTEGER);
      CREATE TEMP TRIGGER slot_inserted AFTER INSERT ON main.slot
        BEGIN INSERT INTO changed_slot VALUES (new.file_name, new.kind, new.at); END;
      CREATE TEMP TRIGGER slot_updated AFTER UPDATE ON main.slot
        BEGIN INSERT INTO changed_slot VALUES (new.file_name, new.kind, new.at); END;
      CREATE TEMP TRIGGER slot_deleted AFTER DELETE ON main.slot
        BEGIN INSERT INTO changed_slot VALUES (old.file_name, old.kind, old.at); END;
    `);
  }

  get pending(): Iterable<SlotRecord> {
    return this.#pending.values();
  }

  pendingOf(fileName: string, reason: SlotRecord['reason']): readonly SlotRecord[] {
    return [...this.#pending.values()]
      .filter((row) => row.fileName === fileName && row.reason === reason)
      .toSorted((one, other) => one.at - other.at);
  }

  /** What has changed since the last look. */
  changes(): readonly Change[] {
    const db = this.#db;
    if (db === undefined) return [];
    const statement = changedSlots(db);
    const slots = statement.all() as Slot[];
    if (slots.length === 0) return [];
    db.exec('DELETE FROM changed_slot');
    const found = new Map<string, Change>();
    for (const slot of slots) this.#note(found, slot, slotOf(db, slot));
    return [...found.values()];
  }

  /** The same for a store of which only the file is left. */
  changesByComparing(db: Database): readonly Change[] {
    const found = new Map<string, Change>();
    const stored = db
      .prepare(
        `SELECT file_name AS fileName, kind, at, dag_name AS dagName, fate, reason, detail,
           dag_run_id AS dagRunId, decided_at AS decidedAt, starts_at AS startsAt FROM slot`,
      )
      .all() as SlotRecord[];
    const kept = new Set(stored.map(keyOf));
    for (const row of stored) this.#note(found, row, row);
    for (const [key, row] of this.rows) if (!kept.has(key)) this.#note(found, row, undefined);
    return [...found.values()];
  }

  apply(changes: readonly Change[]): void {
    for (const { key, after } of changes) {
      if (after === undefined) this.rows.delete(key);
      else this.rows.set(key, after);
      if (after?.fate === 'pending') this.#pending.set(key, after);
      else this.#pending.delete(key);
    }
  }

  #note(found: Map<string, Change>, slot: Slot, after: SlotRecord | undefined): void {
    const key = keyOf(slot);
    const before = this.rows.get(key);
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    const { fileName, kind, at } = slot;
    found.set(key, { key, slot: { fileName, kind, at }, before, after });
  }
}

const statements = new WeakMap<Database, Statement>();

function changedSlots(db: Database): Statement {
  let statement = statements.get(db);
  if (statement === undefined) {
    statement = db.prepare('SELECT DISTINCT file_name AS fileName, kind, at FROM changed_slot');
    statements.set(db, statement);
  }
  return statement;
}
