import { z } from 'zod';
import { newPassword, session, user, username } from '../auth.ts';
import { nothing } from '../fields.ts';
import type { Operation } from '../operation.ts';
import { shape } from '../shape.ts';

/** What a page has to know before anybody has logged in. */
const authStatus = shape(() =>
  z.object({
    mode: z.enum(['none', 'builtin']).describe('`none`: no login is required.'),
    needsSetup: z
      .boolean()
      .describe('True: there is no user yet. Create the first one with `auth.setup`.'),
    oidc: z.boolean().describe('Whether login through an identity provider is enabled.'),
    inlineRuns: z
      .enum(['manager', 'operator'])
      .describe('The lowest role that can run inline definitions (`permissions.inline_runs`).'),
  }),
);

/** Login and what follows from it. */
export const authOperations = {
  'auth.status': {
    method: 'get',
    path: '/auth/status',
    summary: 'Show the login methods.',
    access: 'public',
    input: () => z.object({}),
    output: authStatus,
  },
  'auth.setup': {
    method: 'post',
    path: '/auth/setup',
    summary: 'Create the first administrator, on the engine’s machine. Refused when a user exists.',
    access: 'public',
    builtinOnly: 'unauthorized',
    audited: true,
    input: () => z.object({ username, password: newPassword }),
    output: session,
  },
  'auth.login': {
    method: 'post',
    path: '/auth/login',
    summary: 'Exchange name and password for a token.',
    access: 'public',
    builtinOnly: 'unauthorized',
    audited: true,
    input: () => z.object({ username: z.string().max(256), password: z.string().max(1024) }),
    output: session,
  },
  'auth.oidcStart': {
    method: 'post',
    path: '/auth/oidc/start',
    summary: 'Start a login at the identity provider. Returns the address for the browser.',
    access: 'public',
    builtinOnly: 'unauthorized',
    input: () => z.object({}),
    output: () =>
      z.object({
        url: z.string().describe('Address of the identity provider for this login.'),
        state: z.string().describe('The browser returns with it, and it must match.'),
      }),
  },
  'auth.oidcFinish': {
    method: 'post',
    path: '/auth/oidc/finish',
    summary: 'Exchange the response of the identity provider for a token.',
    access: 'public',
    builtinOnly: 'unauthorized',
    audited: true,
    input: () =>
      z.object({
        code: z.string().max(4096).describe('What the provider gave the browser, good once.'),
        state: z.string().max(256).describe('As `auth.oidcStart` answered it.'),
        iss: z.string().max(1024).optional().describe('As the provider sent it (RFC 9207).'),
      }),
    output: session,
  },
  'auth.me': {
    method: 'get',
    path: '/auth/me',
    summary: 'Show the user or API key of the request.',
    access: 'viewer',
    builtinOnly: 'unauthorized',
    input: () => z.object({}),
    output: () => z.object({ user: user() }),
  },
  'auth.changePassword': {
    method: 'post',
    path: '/auth/change-password',
    summary: 'Change your own password. Your other sessions end.',
    access: 'viewer',
    builtinOnly: 'unauthorized',
    audited: true,
    input: () => z.object({ currentPassword: z.string().max(1024), newPassword }),
    output: () =>
      z.object({
        message: z.string(),
        token: z.string().describe('A new session that replaces the one that ends.'),
        expiresAt: z.string().describe('When the new session ends, in ISO 8601.'),
      }),
  },
  'auth.logout': {
    method: 'post',
    path: '/auth/logout',
    summary: 'End all sessions of the caller.',
    access: 'viewer',
    builtinOnly: 'unauthorized',
    audited: true,
    input: () => z.object({}),
    output: () => nothing,
  },
} as const satisfies Record<string, Operation>;
