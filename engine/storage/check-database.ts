import { existsSync } from 'node:fs';
import SQLite from 'better-sqlite3';
import { schemaVersion, userVersion } from './migrate.ts';

/** `damaged` says what is wrong, `newer` and `older` which schema it has. */
export type DatabaseState =
  | { readonly kind: 'absent' | 'in use' | 'sound' }
  | { readonly kind: 'damaged'; readonly why: string }
  | { readonly kind: 'newer' | 'older'; readonly schema: number };

/** Looks at a database that nobody serves, and changes nothing. */
export function checkDatabase(file: string): DatabaseState {
  if (!existsSync(file)) return { kind: 'absent' };
  try {
    return look(file);
  } catch (error) {
    if (error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      return { kind: 'in use' };
    }
    return { kind: 'damaged', why: error instanceof Error ? error.message : String(error) };
  }
}

function look(file: string): DatabaseState {
  const db = new SQLite(file, { readonly: true, timeout: 0 });
  try {
    const schema = userVersion(db);
    if (schema > schemaVersion) return { kind: 'newer', schema };
    const verdict = String(db.pragma('quick_check(1)', { simple: true }));
    if (verdict !== 'ok') return { kind: 'damaged', why: verdict.replace(/^\*+ .* \*+\n/, '') };
    return schema < schemaVersion ? { kind: 'older', schema } : { kind: 'sound' };
  } finally {
    db.close();
  }
}
