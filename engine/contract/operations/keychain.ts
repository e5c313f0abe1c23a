import { z } from 'zod';
import { nothing } from '../fields.ts';
import { secretKind, storedSecret } from '../keychain.ts';
import type { Operation } from '../operation.ts';

/** What the engine keeps in the keychain of its system. */
export const keychainOperations = {
  'keychain.list': {
    method: 'get',
    path: '/keychain',
    summary: 'List the entries of the engine in the keychain of its system, without their values.',
    access: 'admin',
    input: () => z.object({}),
    output: () =>
      z.object({
        entries: z.array(storedSecret()),
        problem: z.string().describe('Why the keychain cannot be used; empty if it can.'),
        fix: z.string().describe('What to do about it; empty without a problem.'),
      }),
  },
  'keychain.forget': {
    method: 'delete',
    path: '/keychain/{kind}',
    summary: 'Remove an entry from the keychain. What it held is lost.',
    access: 'admin',
    input: () =>
      z.object({
        kind: secretKind,
        name: z.string().default('').describe('Name of the remote node, for `node-token`.'),
      }),
    output: () => nothing,
    status: 204,
  },
} as const satisfies Record<string, Operation>;
