import { hashSecret, HASH_OF_NOBODY, matches, PASSWORD_COST } from '../../../auth/passwords.ts';
import { presentUser } from '../../../auth/present-user.ts';
import type { Session, User } from '../../../contract/auth.ts';
import { EngineError } from '../../../contract/errors.ts';
import type { Caller, OperationHandlers, OperationInput } from '../../../contract/operations.ts';
import type { Database } from '../../../storage/database.ts';
import {
  hasUsers,
  updateUser,
  userById,
  userByName,
  type UserRow,
} from '../../../storage/users.ts';
import type { EngineServices } from '../../engine-services.ts';
import { setUp } from './set-up.ts';

type Name =
  'auth.status' | 'auth.setup' | 'auth.login' | 'auth.me' | 'auth.changePassword' | 'auth.logout';

/** Login and what follows from it. */
export function authHandlers(services: EngineServices): Pick<OperationHandlers, Name> {
  const { config, db } = services;
  return {
    'auth.status': () => ({
      mode: config.auth.mode,
      needsSetup: config.auth.mode === 'builtin' && !hasUsers(db),
      oidc: config.auth.oidc !== null,
      inlineRuns: config.permissions.inlineRuns,
    }),
    'auth.setup': (input, caller) => setUp(services, input, caller),
    'auth.login': (input, caller) => logIn(services, input, caller),
    'auth.me': (_input, caller) => ({ user: whoIs(db, caller) }),
    'auth.changePassword': async (input, caller) => {
      const { token, expiresAt } = await changePassword(services, input, caller);
      return { message: 'Password changed successfully', token, expiresAt };
    },
    'auth.logout': async (_input, caller) => {
      // Keys and basic authentication know no sessions.
      if (caller.kind === 'user') await endSessions(services, caller.userId);
    },
  };
}

async function logIn(
  services: EngineServices,
  { username, password }: OperationInput<'auth.login'>,
  { origin, isProxied = false }: Caller,
): Promise<Session> {
  const { db, writes, clock, auth } = services;
  const found = userByName(db, username);
  const isRight = await auth.limits.attempt({ username, origin, isProxied }, async () => {
    // Who is not there, is disabled or logs in elsewhere is refused in the same words and after the same time.
    const isSame = await matches(password, found?.passwordHash || HASH_OF_NOBODY);
    return isSame && found?.isDisabled === 0;
  });
  if (found === undefined || !isRight) throw wrongLogin();
  const user = await writes.commitSynced((open) => {
    const now = userById(open, found.id);
    // Hashing took long: what was right may be so no more.
    if (now?.passwordHash !== found.passwordHash || now.isDisabled === 1) throw wrongLogin();
    const after: UserRow = { ...now, lastLoginAt: clock.now() };
    updateUser(open, after);
    return after;
  });
  return auth.sessions.issue(user);
}

function wrongLogin(): EngineError {
  return new EngineError('unauthorized', 'Invalid username or password');
}

/** Of whatever has no row of its own, a user that says who it is. */
function whoIs(db: Database, { kind, userId, name, role }: Caller): User {
  const user = kind === 'user' ? userById(db, userId) : undefined;
  if (user !== undefined) return presentUser(user);
  return {
    id: userId,
    username: name,
    // The access check let nobody pass who has none.
    role: role ?? 'viewer',
    authProvider: 'builtin',
    isDisabled: false,
    createdAt: '',
    updatedAt: '',
    lastLoginAt: '',
  };
}

async function changePassword(
  { db, writes, clock, auth }: EngineServices,
  { currentPassword, newPassword }: OperationInput<'auth.changePassword'>,
  { kind, userId, origin, isProxied = false }: Caller,
): Promise<Session> {
  const found = kind === 'user' ? userById(db, userId) : undefined;
  if (found === undefined || found.authProvider !== 'builtin') throw noPassword();
  const isRight = await auth.limits.attempt({ username: found.username, origin, isProxied }, () =>
    matches(currentPassword, found.passwordHash),
  );
  if (!isRight) throw wrongPassword();
  const passwordHash = await hashSecret(newPassword, PASSWORD_COST);
  const user = await writes.commitSynced((open) => {
    const now = userById(open, userId);
    if (now?.passwordHash !== found.passwordHash || now.isDisabled === 1) throw wrongPassword();
    const after = { ...endOfSessions(now), passwordHash, updatedAt: clock.now() };
    updateUser(open, after);
    return after;
  });
  return auth.sessions.issue(user);
}

function noPassword(): EngineError {
  return new EngineError('forbidden', 'Only users with a password of this engine can change it.');
}

function wrongPassword(): EngineError {
  return new EngineError('unauthorized', 'Current password is incorrect');
}

async function endSessions({ writes }: EngineServices, userId: string): Promise<void> {
  await writes.commitSynced((open) => {
    const user = userById(open, userId);
    if (user !== undefined) updateUser(open, endOfSessions(user));
  });
}

/** The user as it is when all tokens that it has count no more. */
export function endOfSessions(user: UserRow): UserRow {
  return { ...user, sessionGeneration: user.sessionGeneration + 1 };
}
