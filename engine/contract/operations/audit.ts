import { z } from 'zod';
import { auditEntry } from '../auth.ts';
import { queryInteger, queryTime } from '../fields.ts';
import type { Operation } from '../operation.ts';

export const auditOperations = {
  'audit.list': {
    method: 'get',
    path: '/audit',
    summary: 'Who changed what, and who was refused, newest first.',
    access: 'manager',
    input: z.object({
      actor: z.string().optional().describe('Exact name of the caller.'),
      operation: z.string().optional().describe('Exact name, or its beginning before a dot.'),
      outcome: auditEntry.shape.outcome.optional(),
      from: queryTime.optional(),
      to: queryTime.optional(),
      limit: queryInteger({ min: 1, max: 1000 }).default(100),
      cursor: z.string().optional().describe('`nextCursor` of the page before.'),
    }),
    output: z.object({
      entries: z.array(auditEntry),
      nextCursor: z.string().optional().describe('Present where more follow.'),
    }),
  },
} as const satisfies Record<string, Operation>;
