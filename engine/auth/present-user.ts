import type { User } from '../contract/auth.ts';
import { isoTime } from '../lib/clock.ts';
import type { UserRow } from '../storage/users.ts';

/** A user as it is shown: without its hash. */
export function presentUser(user: UserRow): User {
  return {
    id: user.id,
    username: user.username,
    role: user.role,
    authProvider: user.authProvider,
    isDisabled: user.isDisabled === 1,
    createdAt: isoTime(user.createdAt),
    updatedAt: isoTime(user.updatedAt),
    lastLoginAt: isoTime(user.lastLoginAt),
  };
}
