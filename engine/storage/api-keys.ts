import type { Role } from '../contract/auth.ts';
import type { Database } from './database.ts';
import { prepared } from './prepared.ts';
import { noteLostRights } from './rights-changes.ts';

/** An API key. Times are milliseconds since the epoch. */
export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly role: Role;
  readonly keyPrefix: string;
  /** bcrypt */
  readonly keyHash: string;
  /** Id of the user; `BASIC_MAKER` for the user of basic authentication; empty for the owner of the machine. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly lastUsedAt: number | null;
}

/** Stands for the user of basic authentication, who is in the settings and not among the users. */
export const BASIC_MAKER = 'basic';

/** A key that may be used now. */
export interface UsableKey extends ApiKeyRow {
  /** Present role of the user who made it; null for one whose maker is not among the users. */
  readonly makerRole: Role | null;
}

const columns = `id, name, description, role, key_prefix AS keyPrefix, key_hash AS keyHash,
  created_by AS createdBy, created_at AS createdAt, updated_at AS updatedAt, last_used_at AS lastUsedAt`;

const usable = `${columns}, (SELECT role FROM user WHERE user.id = created_by) AS makerRole`;

/** Those keys alone count whose maker is still allowed in, as far as the users tell. */
const counts = `(created_by IN ('', '${BASIC_MAKER}') OR EXISTS (SELECT 1 FROM user WHERE user.id = created_by AND is_disabled = 0))`;

/** The keys that begin so and may be used: hardly ever more than one. */
export function usableKeys(db: Database, keyPrefix: string): readonly UsableKey[] {
  return prepared(db, `SELECT ${usable} FROM api_key WHERE key_prefix = ? AND ${counts}`).all(
    keyPrefix,
  ) as UsableKey[];
}

/** The key of an id, if its maker is still allowed in. */
export function usableKey(db: Database, id: string): UsableKey | undefined {
  return prepared(db, `SELECT ${usable} FROM api_key WHERE id = ? AND ${counts}`).get(id) as
    UsableKey | undefined;
}

/** The key with this id; undefined when there is none, or no more. */
export function apiKeyById(db: Database, id: string): ApiKeyRow | undefined {
  return prepared(db, `SELECT ${columns} FROM api_key WHERE id = ?`).get(id) as
    ApiKeyRow | undefined;
}

/** The key with this name, which is unique; undefined when there is none. */
export function apiKeyByName(db: Database, name: string): ApiKeyRow | undefined {
  return prepared(db, `SELECT ${columns} FROM api_key WHERE name = ?`).get(name) as
    ApiKeyRow | undefined;
}

/** All keys by name. */
export function allApiKeys(db: Database): readonly ApiKeyRow[] {
  return prepared(db, `SELECT ${columns} FROM api_key ORDER BY name`).all() as ApiKeyRow[];
}

/** Ids of the keys that a user has created. */
export function apiKeyIdsOf(db: Database, userId: string): readonly string[] {
  return prepared(db, 'SELECT id FROM api_key WHERE created_by = ?')
    .pluck()
    .all(userId) as string[];
}

/** Adds a key. Throws SQLite's constraint error for a name that is taken. */
export function insertApiKey(db: Database, key: ApiKeyRow): void {
  prepared(
    db,
    `INSERT INTO api_key (id, name, description, role, key_prefix, key_hash, created_by, created_at, updated_at,
       last_used_at)
     VALUES (:id, :name, :description, :role, :keyPrefix, :keyHash, :createdBy, :createdAt, :updatedAt, :lastUsedAt)`,
  ).run(key);
}

/** Writes what can be changed of a key. */
export function updateApiKey(db: Database, key: ApiKeyRow): void {
  if (apiKeyById(db, key.id)?.role !== key.role) noteLostRights(db);
  prepared(
    db,
    `UPDATE api_key SET name = :name, description = :description, role = :role, updated_at = :updatedAt
     WHERE id = :id`,
  ).run(key);
}

/** Notes a use of a key, which is no change of it. */
export function touchApiKey(db: Database, id: string, usedAt: number): void {
  prepared(db, 'UPDATE api_key SET last_used_at = ? WHERE id = ?').run(usedAt, id);
}

/** Nothing happens when there is no such key. */
export function deleteApiKey(db: Database, id: string): void {
  noteLostRights(db);
  prepared(db, 'DELETE FROM api_key WHERE id = ?').run(id);
}
