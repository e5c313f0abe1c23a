import { z } from 'zod';
import { remoteNode } from '../fields.ts';
import { healthReport } from '../health.ts';
import type { Operation } from '../operation.ts';
import { shape } from '../shape.ts';

const samples = shape(() =>
  z.array(
    z.object({
      timestamp: z.int().describe('Unix seconds.'),
      value: z.number().describe('In the unit of its series.'),
    }),
  ),
);

/** How busy the machine was, and how much it has. */
const resourceHistory = shape(() =>
  z.object({
    cpu: samples().describe('Percent of all cores.'),
    memory: samples().describe('Percent.'),
    disk: samples().describe('Percent of the disk of the data folder.'),
    load: samples().describe('Average of one minute.'),
    memoryTotalBytes: z.int().describe('Of the machine, now.'),
    memoryUsedBytes: z.int(),
    diskTotalBytes: z.int().describe('Of the disk of the data folder, now.'),
    diskUsedBytes: z.int(),
  }),
);

export const systemOperations = {
  'system.health': {
    method: 'get',
    path: '/health',
    summary: 'Health of the engine; 503 if it is unhealthy.',
    access: 'public',
    input: () => z.object({}),
    output: healthReport,
  },
  'system.openapi': {
    method: 'get',
    path: '/openapi.json',
    summary: 'The OpenAPI 3.1 document of this interface.',
    access: 'public',
    input: () => z.object({}),
    output: () => z.record(z.string(), z.unknown()),
  },
  'system.dagSchema': {
    method: 'get',
    path: '/schema/dag.json',
    summary: 'The JSON Schema of DAG files, for editors.',
    access: 'public',
    input: () => z.object({}),
    output: () => z.record(z.string(), z.unknown()),
  },
  'system.uiSettings': {
    method: 'get',
    path: '/ui-settings',
    summary: 'Appearance of the window (`ui.*` of the settings), to tell several engines apart.',
    access: 'public',
    input: () => z.object({}),
    output: () =>
      z.object({
        navbarTitle: z.string().describe('Name in the title bar; empty for the default.'),
        navbarColor: z.string().describe('`#rgb`, `#rrggbb` or a name; empty for none.'),
      }),
  },
  'system.resources': {
    method: 'get',
    path: '/services/resources/history',
    summary: 'CPU, memory and disk usage of the machine.',
    access: 'viewer',
    input: () =>
      z.object({
        duration: z.string().default('1h').describe('How far back: `30m`, `24h`.'),
        remoteNode,
      }),
    output: resourceHistory,
  },
  'system.metrics': {
    method: 'get',
    path: '/metrics',
    summary:
      'Metrics in the Prometheus text format; with `metrics: private` only for callers with a role.',
    access: 'public',
    privateBy: 'metrics',
    input: () => z.object({}),
    output: () => z.string(),
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
  },
} as const satisfies Record<string, Operation>;
