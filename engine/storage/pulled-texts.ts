import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/** A text of a DAG that Git Sync brings. */
export interface PulledText {
  /** SHA-256 of the text. */
  readonly hash: string;
  /** The item that it comes as. */
  readonly itemId: string;
}

/** Notes a text that must be accepted before it runs. One that was accepted, or is that of a trusted item, stays trusted. */
export function notePulledText(db: Database, text: PulledText): void {
  prepared(
    db,
    `INSERT OR IGNORE INTO pulled_text (hash, item_id) SELECT :hash, :itemId WHERE NOT EXISTS (
       SELECT 1 FROM sync_item WHERE accepted_hash = :hash OR (needs_review = 0 AND base_hash = :hash))`,
  ).run(text);
}

/** The text may run from now on, under any name. */
export function acceptPulledText(db: Database, text: PulledText): void {
  prepared(
    db,
    `INSERT INTO pulled_text (hash, item_id, accepted) VALUES (:hash, :itemId, 1)
     ON CONFLICT DO UPDATE SET accepted = 1`,
  ).run(text);
}

/** The item as which a text came that nobody has accepted; undefined: it is no such text. */
export function unacceptedItem(db: Database, hash: string): string | undefined {
  return prepared(db, 'SELECT item_id FROM pulled_text WHERE hash = ? AND accepted = 0')
    .pluck()
    .get(hash) as string | undefined;
}

/** Hashes of the texts that nobody has accepted. */
export function unacceptedTexts(db: Database): ReadonlySet<string> {
  const hashes = prepared(db, 'SELECT hash FROM pulled_text WHERE accepted = 0').pluck().all();
  return new Set(hashes as string[]);
}

/** Whether there is any text that nobody has accepted. */
export function hasUnacceptedText(db: Database): boolean {
  return prepared(db, 'SELECT 1 FROM pulled_text WHERE accepted = 0 LIMIT 1').get() !== undefined;
}
