import type { Role, User } from '../contract/auth.ts';
import type { Database } from './database.ts';
import { prepared } from './prepared.ts';
import { noteLostRights } from './rights-changes.ts';

/** A user of builtin mode. Times are milliseconds since the epoch. */
export interface UserRow {
  readonly id: string;
  readonly username: string;
  /** bcrypt; empty for those who log in elsewhere. */
  readonly passwordHash: string;
  readonly role: Role;
  readonly authProvider: User['authProvider'];
  /** Issuer and subject of an identity provider; null for builtin users. */
  readonly subject: string | null;
  readonly isDisabled: 0 | 1;
  /** Sessions of another generation have ended. */
  readonly sessionGeneration: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly lastLoginAt: number | null;
}

const columns = `id, username, password_hash AS passwordHash, role, auth_provider AS authProvider, subject,
  is_disabled AS isDisabled, session_generation AS sessionGeneration, created_at AS createdAt,
  updated_at AS updatedAt, last_login_at AS lastLoginAt`;

/** Two names never differ in the case of letters alone. */
export function usernameKey(username: string): string {
  return username.normalize('NFC').toLowerCase();
}

/** The user with this id; undefined when there is none, or no more. */
export function userById(db: Database, id: string): UserRow | undefined {
  return prepared(db, `SELECT ${columns} FROM user WHERE id = ?`).get(id) as UserRow | undefined;
}

/** The user with this name, in whatever case it is written. */
export function userByName(db: Database, username: string): UserRow | undefined {
  return prepared(db, `SELECT ${columns} FROM user WHERE username_key = ?`).get(
    usernameKey(username),
  ) as UserRow | undefined;
}

/** The user of an identity provider, by what that calls them. */
export function userBySubject(db: Database, subject: string): UserRow | undefined {
  return prepared(db, `SELECT ${columns} FROM user WHERE subject = ?`).get(subject) as
    UserRow | undefined;
}

/** All users by name. */
export function allUsers(db: Database): readonly UserRow[] {
  return prepared(db, `SELECT ${columns} FROM user ORDER BY username_key`).all() as UserRow[];
}

/** Whether the first user exists, who is made without a login. */
export function hasUsers(db: Database): boolean {
  return prepared(db, 'SELECT 1 FROM user LIMIT 1').get() !== undefined;
}

/** Whether somebody else than the named one is an administrator who can log in. */
export function hasOtherAdmin(db: Database, id: string): boolean {
  const found = prepared(
    db,
    "SELECT 1 FROM user WHERE role = 'admin' AND is_disabled = 0 AND id <> ? LIMIT 1",
  ).get(id);
  return found !== undefined;
}

/** Adds a user. Throws SQLite's constraint error for a name or subject that is taken. */
export function insertUser(db: Database, user: UserRow): void {
  prepared(
    db,
    `INSERT INTO user (id, username, username_key, password_hash, role, auth_provider, subject, is_disabled,
       session_generation, created_at, updated_at, last_login_at)
     VALUES (:id, :username, :key, :passwordHash, :role, :authProvider, :subject, :isDisabled,
       :sessionGeneration, :createdAt, :updatedAt, :lastLoginAt)`,
  ).run({ ...user, key: usernameKey(user.username) });
}

/** Writes all of a user but its id, its origin and when it was made. */
export function updateUser(db: Database, user: UserRow): void {
  const before = userById(db, user.id);
  if (before !== undefined && hasOtherRights(before, user)) noteLostRights(db);
  prepared(
    db,
    `UPDATE user SET username = :username, username_key = :key, password_hash = :passwordHash, role = :role,
       is_disabled = :isDisabled, session_generation = :sessionGeneration, updated_at = :updatedAt,
       last_login_at = :lastLoginAt
     WHERE id = :id`,
  ).run({ ...user, key: usernameKey(user.username) });
}

function hasOtherRights(one: UserRow, other: UserRow): boolean {
  return (
    one.role !== other.role ||
    one.isDisabled !== other.isDisabled ||
    one.sessionGeneration !== other.sessionGeneration
  );
}

/** Nothing happens when there is no such user. */
export function deleteUser(db: Database, id: string): void {
  noteLostRights(db);
  prepared(db, 'DELETE FROM user WHERE id = ?').run(id);
}
