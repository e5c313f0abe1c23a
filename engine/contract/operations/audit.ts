import { z } from 'zod';
import { auditEntry } from '../auth.ts';
import { queryInteger, queryTime } from '../fields.ts';
import type { Operation } from '../operation.ts';

export const auditOperations = {
  'audit.list': {
    method: 'get',
    path: '/audit',
    summary: 'List changes and refused requests, newest first.',
    access: 'manager',
    input: () =>
      z.object({
        actor: z.string().optional().describe('Exact name of the caller.'),
        operation: z.string().optional().describe('Exact name, or the part before the dot.'),
        outcome: auditEntry().shape.outcome.optional(),
        from: queryTime.optional(),
        to: queryTime.optional(),
        limit: queryInteger({ min: 1, max: 1000 }).default(100),
        cursor: z.string().optional().describe('`nextCursor` of the previous page.'),
      }),
    output: () =>
      z.object({
        entries: z.array(auditEntry()),
        nextCursor: z.string().optional().describe('Present if more follow.'),
      }),
  },
} as const satisfies Record<string, Operation>;
