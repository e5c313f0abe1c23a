import type { ApiKey, User } from '../../engine/contract/auth.ts';
import type { OperationName } from '../../engine/contract/operations.ts';
import type { Sample, Stage } from './samples.ts';

const PASSWORD = 'a good password';
const noUser = { userId: 'no-such-user' };
const noKey = { keyId: 'no-such-key' };

async function aUser({ call, name }: Stage): Promise<void> {
  await call('users.create', { username: name, password: PASSWORD, role: 'viewer' });
}

async function ofUser({ call, name }: Stage): Promise<{ userId: string }> {
  const { users } = (await call('users.list', {})) as { users: readonly User[] };
  return { userId: users.find(({ username }) => username === name)?.id ?? '' };
}

async function aKey({ call, name }: Stage): Promise<void> {
  await call('apiKeys.create', { name, role: 'viewer' });
}

async function ofKey({ call, name }: Stage): Promise<{ keyId: string }> {
  const { apiKeys } = (await call('apiKeys.list', {})) as { apiKeys: readonly ApiKey[] };
  return { keyId: apiKeys.find((key) => key.name === name)?.id ?? '' };
}

/** Samples of what there is in builtin mode alone: who may come in. */
export const accessSamples: { readonly [N in OperationName]?: Sample<N> } = {
  'auth.status': { input: () => ({}), refused: [] },
  // Succeeds once.
  'auth.setup': {
    input: null,
    refused: [{}, { username: 'a b', password: PASSWORD }, { username: 'a', password: 'short' }],
  },
  'auth.login': {
    given: aUser,
    input: ({ name }) => ({ username: name, password: PASSWORD }),
    refused: [{}, { username: 'nobody', password: PASSWORD }, { username: 7, password: '' }],
  },
  // Needs an identity provider: test/engine/auth/oidc has a real one.
  'auth.oidcStart': { input: null, refused: [{}] },
  'auth.oidcFinish': { input: null, refused: [{}, { code: 'a', state: 'b' }, { code: 7 }] },
  'auth.me': { input: () => ({}), refused: [] },
  // The owner, who calls here, has no password.
  'auth.changePassword': {
    input: null,
    refused: [{}, { currentPassword: 'x', newPassword: PASSWORD }, { newPassword: 'short' }],
  },
  'auth.logout': { input: () => ({}), refused: [] },

  'users.list': { input: () => ({}), refused: [] },
  'users.create': {
    input: ({ name }) => ({ username: name, password: PASSWORD, role: 'operator' }),
    refused: [{}, { username: 'a', password: PASSWORD, role: 'emperor' }, { username: '' }],
  },
  'users.get': { given: aUser, input: ofUser, refused: [noUser] },
  'users.update': {
    given: aUser,
    input: async (stage) => ({ ...(await ofUser(stage)), role: 'manager', isDisabled: true }),
    refused: [noUser, { ...noUser, role: 'emperor' }, { ...noUser, isDisabled: 'yes' }],
  },
  'users.delete': { given: aUser, input: ofUser, refused: [noUser] },
  'users.resetPassword': {
    given: aUser,
    input: async (stage) => ({ ...(await ofUser(stage)), newPassword: 'another password' }),
    refused: [noUser, { ...noUser, newPassword: 'short' }, { ...noUser, newPassword: PASSWORD }],
  },

  'apiKeys.list': { input: () => ({}), refused: [] },
  'apiKeys.create': {
    input: ({ name }) => ({ name, description: 'ä', role: 'operator' }),
    refused: [{}, { name: '', role: 'viewer' }, { name: 'a', role: 'emperor' }],
  },
  'apiKeys.get': { given: aKey, input: ofKey, refused: [noKey] },
  'apiKeys.update': {
    given: aKey,
    input: async (stage) => ({ ...(await ofKey(stage)), description: 'for the pipeline' }),
    refused: [noKey, { ...noKey, role: 'emperor' }, { ...noKey, name: '' }],
  },
  'apiKeys.delete': { given: aKey, input: ofKey, refused: [noKey] },

  'audit.list': {
    input: () => ({ operation: 'users', outcome: 'done', limit: 1 }),
    refused: [{ limit: 0 }, { cursor: 'next' }, { from: 'yesterday' }, { outcome: 'well' }],
  },
};
