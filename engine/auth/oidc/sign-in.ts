import type { OidcSettings } from '../../config/config.ts';
import type { Role } from '../../contract/auth.ts';
import { EngineError } from '../../contract/errors.ts';
import type { Database } from '../../storage/database.ts';
import {
  hasUsers,
  insertUser,
  updateUser,
  userByName,
  userBySubject,
  type UserRow,
} from '../../storage/users.ts';
import { leavesNoAdmin } from '../last-admin.ts';
import { newUser } from '../new-user.ts';
import { checkEmail, nameOf, roleOf, type Claims } from './judge-claims.ts';

export interface SignIn {
  readonly settings: OidcSettings;
  readonly claims: Claims;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * The user whom the provider means, as it is after this login; made where it is not known yet. Runs within a
 * transaction.
 *
 * @throws EngineError `forbidden` for whoever may not log in.
 */
export function signIn(db: Database, { settings, claims, now }: SignIn): UserRow {
  checkEmail(claims, settings);
  const role = roleOf(claims, settings);
  // A subject is one within its issuer alone.
  const subject = `${claims.iss}|${claims.sub}`;
  const known = userBySubject(db, subject);
  if (known === undefined) {
    checkSignup(db, settings, role);
    const user = newUser({
      username: freeName(db, nameOf(claims)),
      role,
      now,
      authProvider: 'oidc',
      subject,
    });
    const after = { ...user, lastLoginAt: now };
    insertUser(db, after);
    return after;
  }
  if (known.isDisabled === 1) throw new EngineError('forbidden', 'This user is disabled.');
  const after = { ...known, role: syncedRole(db, known, { settings, role }), lastLoginAt: now };
  updateUser(db, after);
  return after;
}

function checkSignup(db: Database, { autoSignup }: OidcSettings, role: Role): void {
  if (!autoSignup) {
    throw new EngineError(
      'forbidden',
      'You have no user account here. Ask an administrator to create one.',
    );
  }
  // The setup is over with the first user; one who is no administrator would be alone for ever.
  if (role === 'admin' || hasUsers(db)) return;
  throw new EngineError(
    'forbidden',
    'Set up the first administrator before you log in through an identity provider.',
  );
}

/** Groups decide at each login, unless there are none to decide; the last administrator stays one. */
function syncedRole(
  db: Database,
  user: UserRow,
  { settings, role }: { readonly settings: OidcSettings; readonly role: Role },
): Role {
  const { skipRoleSync, groupMappings } = settings;
  if (skipRoleSync || Object.keys(groupMappings).length === 0) return user.role;
  return leavesNoAdmin(db, user, { role, isDisabled: 0 }) ? user.role : role;
}

/** A name that somebody has is never given to another: users are told apart by their subjects, people by names. */
function freeName(db: Database, name: string): string {
  let free = name;
  for (let number = 2; userByName(db, free) !== undefined; number += 1) free = `${name}-${number}`;
  return free;
}
