import { z } from 'zod';
import { timestamp } from './fields.ts';

/** Roles, each of which may all that the ones behind it may. */
export const roles = ['admin', 'manager', 'operator', 'viewer'] as const;
export type Role = (typeof roles)[number];
export const role = z.enum(roles);

/** A user as administrators see one, without the password. */
export const user = z.object({
  id: z.string(),
  username: z.string(),
  role,
  authProvider: z.enum(['builtin', 'oidc']).describe('How the user logs in.'),
  isDisabled: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
  lastLoginAt: timestamp,
});
export type User = z.infer<typeof user>;

export const username = z
  .string()
  .regex(/^[^\s:]{1,64}$/, 'has 1 to 64 characters, without spaces and colons')
  .refine((text) => !/\p{C}/u.test(text), 'has characters that nobody can see')
  .describe('1 to 64 characters, without spaces and colons; unique in any case of its letters.');

/** bcrypt looks at no more than 72 bytes, so a longer one would be shorter than it seems. */
export const newPassword = z
  .string()
  .min(8, 'Password does not meet security requirements: it has at least 8 characters')
  .refine((text) => new TextEncoder().encode(text).length <= 72, 'has at most 72 bytes')
  .describe('8 characters to 72 bytes.');

/** What a login gives. */
export const session = z.object({
  token: z.string().describe('JWT for the header `Authorization: Bearer`.'),
  expiresAt: timestamp,
  user,
});
export type Session = z.infer<typeof session>;

/** Specification "API key". */
export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  role: role.describe('What the key may, unless the user who created it may less by now.'),
  keyPrefix: z.string().describe('First 8 characters of the key.'),
  createdBy: z.string().describe('Id of the user; empty for the owner of the machine.'),
  createdAt: timestamp,
  updatedAt: timestamp,
  lastUsedAt: timestamp.optional().describe('Present after the first use.'),
});
export type ApiKey = z.infer<typeof apiKey>;

/** One line of the audit log. */
export const auditEntry = z.object({
  id: z.int(),
  at: timestamp,
  actor: z.string().describe('Name of the caller; empty for nobody who is known.'),
  actorKind: z
    .enum(['owner', 'socket', 'user', 'api_key', 'basic', 'webhook', 'nobody'])
    .describe('`socket`: a program of the engine’s user, which may be a step and not the owner.'),
  origin: z.string().describe('Address of the caller, or `window`, `cli`, `socket`.'),
  operation: z.string().describe('Name of the operation; `request` for one refused before that.'),
  target: z.string().describe('What it was about: a DAG, a run, a user; empty for nothing.'),
  outcome: z.enum(['done', 'refused', 'failed']),
  code: z.string().describe('The error code of what was refused or failed; empty when done.'),
  message: z.string().describe('Why it was refused or failed; empty when done.'),
});
export type AuditEntry = z.infer<typeof auditEntry>;
