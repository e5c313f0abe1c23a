import type { Role, User } from '../contract/auth.ts';
import { newRunId } from '../lib/ids.ts';
import type { UserRow } from '../storage/users.ts';

export interface NewUser {
  readonly username: string;
  readonly role: Role;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** bcrypt; left out for those who log in elsewhere. */
  readonly passwordHash?: string;
  readonly authProvider?: User['authProvider'];
  /** Issuer and subject of an identity provider. */
  readonly subject?: string;
}

/** The row of a user who has never logged in. */
export function newUser({ username, role, now, ...rest }: NewUser): UserRow {
  return {
    id: newRunId(now),
    username,
    role,
    passwordHash: rest.passwordHash ?? '',
    authProvider: rest.authProvider ?? 'builtin',
    subject: rest.subject ?? null,
    isDisabled: 0,
    sessionGeneration: 1,
    createdAt: now,
    updatedAt: now,
    lastLoginAt: null,
  };
}
