import { z } from 'zod';
import { newPassword, role, user, username } from '../auth.ts';
import { nothing } from '../fields.ts';
import type { Operation } from '../operation.ts';
import { shape } from '../shape.ts';

const oneUser = shape(() => z.object({ userId: z.string().describe('Id of the user.') }));

/** Users of builtin mode. */
export const userOperations = {
  'users.list': {
    method: 'get',
    path: '/users',
    summary: 'List users.',
    access: 'admin',
    builtinOnly: 'unauthorized',
    input: () => z.object({}),
    output: () => z.object({ users: z.array(user()) }),
  },
  'users.create': {
    method: 'post',
    path: '/users',
    summary: 'Create a user.',
    access: 'admin',
    builtinOnly: 'unauthorized',
    input: () => z.object({ username, password: newPassword, role }),
    output: () => z.object({ user: user() }),
    status: 201,
  },
  'users.get': {
    method: 'get',
    path: '/users/{userId}',
    summary: 'One user.',
    access: 'admin',
    builtinOnly: 'unauthorized',
    input: oneUser,
    output: () => z.object({ user: user() }),
  },
  'users.update': {
    method: 'patch',
    path: '/users/{userId}',
    summary: 'Change name or role, or disable the user. Omitted fields stay unchanged.',
    access: 'admin',
    builtinOnly: 'unauthorized',
    input: () =>
      oneUser().extend({
        username: username.optional(),
        role: role.optional(),
        isDisabled: z.boolean().optional(),
      }),
    output: () => z.object({ user: user() }),
  },
  'users.delete': {
    method: 'delete',
    path: '/users/{userId}',
    summary: 'Delete a user. All sessions and API keys of the user end at once.',
    access: 'admin',
    builtinOnly: 'unauthorized',
    input: oneUser,
    output: () => nothing,
    status: 204,
  },
  'users.resetPassword': {
    method: 'post',
    path: '/users/{userId}/reset-password',
    summary: 'Set a new password for a user. All sessions of the user end.',
    access: 'admin',
    builtinOnly: 'unauthorized',
    input: () => oneUser().extend({ newPassword }),
    output: () => z.object({ message: z.string() }),
  },
} as const satisfies Record<string, Operation>;
