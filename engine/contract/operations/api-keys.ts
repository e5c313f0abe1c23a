import { z } from 'zod';
import { apiKey, role } from '../auth.ts';
import { nothing } from '../fields.ts';
import type { Operation } from '../operation.ts';
import { shape } from '../shape.ts';

const oneKey = shape(() => z.object({ keyId: z.string().describe('Id of the API key.') }));
const keyName = z
  .string()
  .min(1, 'Invalid API key name: it must have 1 to 100 characters')
  .max(100, 'Invalid API key name: it must have 1 to 100 characters')
  // One that differs only in these looks like another one.
  .regex(
    /^[^\s\p{C}](?:\P{Cc}*[^\s\p{C}])?$/u,
    'Invalid API key name: it must not start or end with a space, or contain control characters',
  );
const description = z.string().max(500);

/** API keys of builtin mode. */
export const apiKeyOperations = {
  'apiKeys.list': {
    method: 'get',
    path: '/api-keys',
    summary: 'List API keys, without the keys themselves.',
    access: 'admin',
    builtinOnly: 'unauthorized',
    input: () => z.object({}),
    output: () => z.object({ apiKeys: z.array(apiKey()) }),
  },
  'apiKeys.create': {
    method: 'post',
    path: '/api-keys',
    summary: 'Create an API key. Only this response contains it.',
    access: 'admin',
    builtinOnly: 'unauthorized',
    input: () => z.object({ name: keyName, description: description.default(''), role }),
    output: () =>
      z.object({ apiKey: apiKey(), key: z.string().describe('The key. It is shown only once.') }),
    status: 201,
  },
  'apiKeys.get': {
    method: 'get',
    path: '/api-keys/{keyId}',
    summary: 'One API key.',
    access: 'admin',
    builtinOnly: 'unauthorized',
    input: oneKey,
    output: () => z.object({ apiKey: apiKey() }),
  },
  'apiKeys.update': {
    method: 'patch',
    path: '/api-keys/{keyId}',
    summary: 'Change name, description or role. Omitted fields stay unchanged.',
    access: 'admin',
    builtinOnly: 'unauthorized',
    input: () =>
      oneKey().extend({
        name: keyName.optional(),
        description: description.optional(),
        role: role.optional(),
      }),
    output: () => z.object({ apiKey: apiKey() }),
  },
  'apiKeys.delete': {
    method: 'delete',
    path: '/api-keys/{keyId}',
    summary: 'Delete an API key. It stops working at once.',
    access: 'admin',
    builtinOnly: 'unauthorized',
    input: oneKey,
    output: () => nothing,
    status: 204,
  },
} as const satisfies Record<string, Operation>;
