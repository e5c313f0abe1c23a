import type { ApiKey, User } from '../../contract/auth.ts';
import type { Output } from '../terminal.ts';
import { table } from './table.ts';
import { localTimeText } from './times.ts';

/** A row for each user, with local times. */
export function userTable(users: readonly User[], out: Output): string {
  if (users.length === 0) return 'No users.\n';
  return table(
    [
      { title: 'USER', value: ({ username }) => username },
      { title: 'ROLE', value: ({ role }) => role },
      { title: 'STATE', value: ({ isDisabled }) => (isDisabled ? 'disabled' : 'enabled') },
      { title: 'LOGIN BY', value: ({ authProvider }) => authProvider },
      { title: 'LAST LOGIN', value: ({ lastLoginAt }) => localTimeText(lastLoginAt) },
    ],
    users,
    out,
  );
}

/** A row for each API key, with its first characters alone and local times. */
export function keyTable(keys: readonly ApiKey[], out: Output): string {
  if (keys.length === 0) return 'No API keys.\n';
  return table(
    [
      { title: 'NAME', value: ({ name }) => name },
      { title: 'ROLE', value: ({ role }) => role },
      { title: 'KEY', value: ({ keyPrefix }) => `${keyPrefix}…` },
      { title: 'CREATED', value: ({ createdAt }) => localTimeText(createdAt) },
      { title: 'LAST USED', value: ({ lastUsedAt = '' }) => localTimeText(lastUsedAt) },
      { title: 'DESCRIPTION', value: ({ description }) => description },
    ],
    keys,
    out,
  );
}
