import { leavesNoAdmin } from '../../../auth/last-admin.ts';
import { newUser } from '../../../auth/new-user.ts';
import { hashSecret, PASSWORD_COST } from '../../../auth/passwords.ts';
import { presentUser } from '../../../auth/present-user.ts';
import { EngineError } from '../../../contract/errors.ts';
import type { OperationHandlers, OperationInput } from '../../../contract/operations.ts';
import { apiKeyIdsOf, deleteApiKey } from '../../../storage/api-keys.ts';
import type { Database } from '../../../storage/database.ts';
import {
  allUsers,
  deleteUser,
  insertUser,
  updateUser,
  userById,
  userByName,
  type UserRow,
} from '../../../storage/users.ts';
import { endOfSessions } from './auth.ts';
import type { EngineServices } from '../../engine-services.ts';

type Name =
  | 'users.list'
  | 'users.create'
  | 'users.get'
  | 'users.update'
  | 'users.delete'
  | 'users.resetPassword';

/** Users of builtin mode. */
export function userHandlers(services: EngineServices): Pick<OperationHandlers, Name> {
  const { db } = services;
  return {
    'users.list': () => ({ users: allUsers(db).map(presentUser) }),
    'users.create': async (input) => ({ user: presentUser(await create(services, input)) }),
    'users.get': ({ userId }) => ({ user: presentUser(requireUser(db, userId)) }),
    'users.update': async (input) => ({ user: presentUser(await update(services, input)) }),
    'users.delete': async ({ userId }, caller) => {
      if (userId === caller.userId) {
        throw new EngineError('forbidden', 'Cannot delete your own account');
      }
      await remove(services, userId);
    },
    'users.resetPassword': async (input) => {
      await resetPassword(services, input);
      return { message: 'Password reset successfully' };
    },
  };
}

async function create(
  { db, writes, clock }: EngineServices,
  { username, password, role }: OperationInput<'users.create'>,
): Promise<UserRow> {
  requireFreeName(db, username);
  const passwordHash = await hashSecret(password, PASSWORD_COST);
  const user = newUser({ username, role, passwordHash, now: clock.now() });
  await writes.commitSynced((open) => {
    requireFreeName(open, username);
    insertUser(open, user);
  });
  return user;
}

function update(
  services: EngineServices,
  { userId, username, role, isDisabled }: OperationInput<'users.update'>,
): Promise<UserRow> {
  return change(services, userId, (user, open) => {
    if (username !== undefined && userByName(open, username)?.id !== userId) {
      requireFreeName(open, username);
    }
    const after: UserRow = {
      ...user,
      username: username ?? user.username,
      role: role ?? user.role,
      isDisabled: isDisabled === undefined ? user.isDisabled : isDisabled ? 1 : 0,
    };
    protectLastAdmin(open, user, after);
    // Sessions of the time before do not come back with the user.
    return after.isDisabled > user.isDisabled ? endOfSessions(after) : after;
  });
}

async function remove({ writes, auth }: EngineServices, userId: string): Promise<void> {
  const keys = await writes.commitSynced((open) => {
    protectLastAdmin(open, requireUser(open, userId), null);
    const ids = apiKeyIdsOf(open, userId);
    for (const id of ids) deleteApiKey(open, id);
    deleteUser(open, userId);
    return ids;
  });
  keys.forEach(auth.apiKeys.forget);
}

async function resetPassword(
  services: EngineServices,
  { userId, newPassword }: OperationInput<'users.resetPassword'>,
): Promise<void> {
  requirePassword(requireUser(services.db, userId));
  const passwordHash = await hashSecret(newPassword, PASSWORD_COST);
  await change(services, userId, (user) => ({ ...endOfSessions(user), passwordHash }));
}

function change(
  { writes, clock }: EngineServices,
  userId: string,
  changed: (user: UserRow, open: Database) => UserRow,
): Promise<UserRow> {
  return writes.commitSynced((open) => {
    const user = changed(requireUser(open, userId), open);
    const after = { ...user, updatedAt: clock.now() };
    updateUser(open, after);
    return after;
  });
}

function requireUser(db: Database, userId: string): UserRow {
  const user = userById(db, userId);
  if (user === undefined) throw new EngineError('not_found', `User ${userId} not found`);
  return user;
}

function requireFreeName(db: Database, username: string): void {
  if (userByName(db, username) === undefined) return;
  throw new EngineError('already_exists', 'Username already exists');
}

function requirePassword({ username, authProvider }: UserRow): void {
  if (authProvider === 'builtin') return;
  throw new EngineError(
    'bad_request',
    `${username} logs in through an identity provider and has no password here`,
  );
}

function protectLastAdmin(db: Database, user: UserRow, after: UserRow | null): void {
  if (!leavesNoAdmin(db, user, after)) return;
  throw new EngineError(
    'forbidden',
    `${user.username} is the last administrator. Create another one first`,
  );
}
