import { z } from 'zod';
import { newPassword, session, user, username } from '../auth.ts';
import { nothing } from '../fields.ts';
import type { Operation } from '../operation.ts';

/** What a page has to know before anybody has logged in. */
const authStatus = z.object({
  mode: z.enum(['none', 'builtin']),
  needsSetup: z.boolean().describe('There is no user yet: the first one is made by `auth.setup`.'),
  oidc: z.boolean().describe('Whether one can log in through an identity provider.'),
  inlineRuns: z
    .enum(['manager', 'operator'])
    .describe('The least role that may bring definitions (`permissions.inline_runs`).'),
});

/** Login and what follows from it. */
export const authOperations = {
  'auth.status': {
    method: 'get',
    path: '/auth/status',
    summary: 'How one logs in here.',
    access: 'public',
    input: z.object({}),
    output: authStatus,
  },
  'auth.setup': {
    method: 'post',
    path: '/auth/setup',
    summary: 'Make the first administrator, at the machine itself; refused once there is a user.',
    access: 'public',
    builtinOnly: 'unauthorized',
    audited: true,
    input: z.object({ username, password: newPassword }),
    output: session,
  },
  'auth.login': {
    method: 'post',
    path: '/auth/login',
    summary: 'Exchange name and password for a token.',
    access: 'public',
    builtinOnly: 'unauthorized',
    audited: true,
    input: z.object({ username: z.string().max(256), password: z.string().max(1024) }),
    output: session,
  },
  'auth.oidcStart': {
    method: 'post',
    path: '/auth/oidc/start',
    summary: 'Begin a login at the identity provider: where to send the browser.',
    access: 'public',
    builtinOnly: 'unauthorized',
    input: z.object({}),
    output: z.object({
      url: z.string().describe('Address of the identity provider for this login.'),
      state: z.string().describe('Comes back with the browser and must be the same.'),
    }),
  },
  'auth.oidcFinish': {
    method: 'post',
    path: '/auth/oidc/finish',
    summary: 'Exchange what the identity provider gave for a token.',
    access: 'public',
    builtinOnly: 'unauthorized',
    audited: true,
    input: z.object({
      code: z.string().max(4096),
      state: z.string().max(256),
      iss: z.string().max(1024).optional().describe('As the provider sent it (RFC 9207).'),
    }),
    output: session,
  },
  'auth.me': {
    method: 'get',
    path: '/auth/me',
    summary: 'The user or the key on whose behalf the request is made.',
    access: 'viewer',
    builtinOnly: 'unauthorized',
    input: z.object({}),
    output: z.object({ user }),
  },
  'auth.changePassword': {
    method: 'post',
    path: '/auth/change-password',
    summary: 'Change one’s own password; other sessions end.',
    access: 'viewer',
    builtinOnly: 'unauthorized',
    audited: true,
    input: z.object({ currentPassword: z.string().max(1024), newPassword }),
    output: z.object({ message: z.string(), token: z.string(), expiresAt: z.string() }),
  },
  'auth.logout': {
    method: 'post',
    path: '/auth/logout',
    summary: 'End all sessions of the caller.',
    access: 'viewer',
    builtinOnly: 'unauthorized',
    audited: true,
    input: z.object({}),
    output: nothing,
  },
} as const satisfies Record<string, Operation>;
