import { z } from 'zod';
import { timestamp } from '../fields.ts';
import type { Operation } from '../operation.ts';

const health = z.object({
  status: z.enum(['healthy', 'unhealthy']),
  version: z.string(),
  uptime: z.int().describe('Seconds since the engine started.'),
  timestamp,
  error: z.string().optional().describe('Only when unhealthy.'),
});

export const systemOperations = {
  'system.health': {
    method: 'get',
    path: '/health',
    summary: 'Tell whether the engine works; 503 when it does not.',
    access: 'public',
    input: z.object({}),
    output: health,
  },
  'system.openapi': {
    method: 'get',
    path: '/openapi.json',
    summary: 'The OpenAPI 3.1 document of this interface.',
    access: 'public',
    input: z.object({}),
    output: z.record(z.string(), z.unknown()),
  },
  'system.dagSchema': {
    method: 'get',
    path: '/schema/dag.json',
    summary: 'The JSON Schema of DAG files, for editors.',
    access: 'public',
    input: z.object({}),
    output: z.record(z.string(), z.unknown()),
  },
} as const satisfies Record<string, Operation>;
