import type { Database } from './database.ts';

const listeners = new WeakMap<Database, Set<() => void>>();
const noted = new WeakSet<Database>();

/** Calls back after each write that took rights from somebody. Returns the end of that. */
export function followRights(db: Database, changed: () => void): () => void {
  const all = listeners.get(db) ?? new Set();
  listeners.set(db, all.add(changed));
  return () => all.delete(changed);
}

/** A user or a key may less than before, or nothing any more. Told once the transaction that says so is over. */
export function noteLostRights(db: Database): void {
  if (noted.has(db)) return;
  noted.add(db);
  // Transactions are synchronous: what waits for the end of this turn comes after them.
  queueMicrotask(() => {
    noted.delete(db);
    for (const changed of listeners.get(db) ?? []) changed();
  });
}
