import { z } from 'zod';
import { timestamp } from './fields.ts';
import { shape, type ValueOf } from './shape.ts';

/** Roles, each of which may all that the ones behind it may. */
export const roles = ['admin', 'manager', 'operator', 'viewer'] as const;
export type Role = (typeof roles)[number];
export const role = z.enum(roles);

/** A user as administrators see one, without the password. */
export const user = shape(() =>
  z.object({
    id: z.string(),
    username: z.string(),
    role,
    authProvider: z.enum(['builtin', 'oidc']).describe('Login method of the user.'),
    isDisabled: z.boolean(),
    createdAt: timestamp,
    updatedAt: timestamp,
    lastLoginAt: timestamp,
  }),
);
export type User = ValueOf<typeof user>;

export const username = z
  .string()
  .regex(/^[^\s:]{1,64}$/, 'must have 1 to 64 characters, without spaces or colons')
  .refine((text) => !/\p{C}/u.test(text), 'must not have invisible characters')
  .describe('1 to 64 characters, without spaces or colons; unique regardless of case.');

/** bcrypt looks at no more than 72 bytes, so a longer one would be shorter than it seems. */
export const newPassword = z
  .string()
  .min(8, 'Password does not meet security requirements: use at least 8 characters')
  .refine((text) => new TextEncoder().encode(text).length <= 72, 'must have at most 72 bytes')
  .describe('8 characters to 72 bytes.');

/** What a login gives. */
export const session = shape(() =>
  z.object({
    token: z.string().describe('JWT for the header `Authorization: Bearer`.'),
    expiresAt: timestamp,
    user: user(),
  }),
);
export type Session = ValueOf<typeof session>;

/** Specification "API key". */
export const apiKey = shape(() =>
  z.object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    role: role.describe(
      'Role of the key. The lower of this and the current role of its creator applies.',
    ),
    keyPrefix: z.string().describe('First 8 characters of the key.'),
    createdBy: z
      .string()
      .describe(
        'User id; `basic` for the user of basic authentication; empty for the owner of the machine.',
      ),
    createdAt: timestamp,
    updatedAt: timestamp,
    lastUsedAt: timestamp.optional().describe('Present after the first use.'),
  }),
);
export type ApiKey = ValueOf<typeof apiKey>;

/** One line of the audit log. */
export const auditEntry = shape(() =>
  z.object({
    id: z.int(),
    at: timestamp,
    actor: z.string().describe('Name of the caller; empty if unknown.'),
    actorKind: z
      .enum(['owner', 'socket', 'user', 'api_key', 'basic', 'webhook', 'nobody'])
      .describe('`socket`: a program of the engine’s user, which can be a step.'),
    origin: z.string().describe('Address of the caller, or `window`, `cli`, `socket`.'),
    operation: z
      .string()
      .describe('Name of the operation; `request` if refused before it is known.'),
    target: z.string().describe('Target: a DAG, a run, a user; empty for none.'),
    outcome: z.enum(['done', 'refused', 'failed']),
    code: z.string().describe('Error code if refused or failed; empty when done.'),
    message: z.string().describe('Reason if refused or failed; empty when done.'),
  }),
);
export type AuditEntry = ValueOf<typeof auditEntry>;
