import { z } from 'zod';
import { nothing, remoteNode } from '../fields.ts';
import { nodeCheck, remoteNodeInfo, worker } from '../node.ts';
import type { Operation } from '../operation.ts';
import { shape } from '../shape.ts';

/** Windows takes 2,560 bytes. */
const LONGEST_TOKEN = 1200;

/** A service of the engine. */
const service = shape(() =>
  z.object({
    host: z.string().describe('Name of the computer.'),
    instanceId: z.string().describe('Another one for each start of an engine.'),
    startedAt: z.string().describe('ISO 8601.'),
    status: z.enum(['active', 'inactive', 'unknown']),
  }),
);

/** Other engines that this one can reach, and its own services. */
export const nodeOperations = {
  'nodes.list': {
    method: 'get',
    path: '/remote-nodes',
    summary: 'List the configured remote nodes, without their credentials.',
    access: 'viewer',
    input: () => z.object({}),
    output: () => z.object({ remoteNodes: z.array(remoteNodeInfo()) }),
  },
  'nodes.setToken': {
    method: 'put',
    path: '/remote-nodes/{name}/token',
    summary:
      'Save the token or password of a remote node in the keychain of this engine. No answer contains it.',
    access: 'admin',
    input: () =>
      z.object({
        name: z.string().describe('Name of the node.'),
        token: z
          .string()
          .min(1)
          .max(LONGEST_TOKEN)
          .describe('The API key of that engine, or the password for `auth_type: basic`.'),
      }),
    output: () => nothing,
    status: 204,
  },
  'nodes.test': {
    method: 'post',
    path: '/remote-nodes/{name}/test',
    summary: 'Check the health of a remote node.',
    access: 'admin',
    audited: false,
    input: () => z.object({ name: z.string().describe('Name of the node.') }),
    output: nodeCheck,
  },
  'workers.list': {
    method: 'get',
    path: '/workers',
    summary: 'List the workers of the coordinator; 503 if no coordinator is running.',
    access: 'viewer',
    input: () => z.object({ remoteNode }),
    output: () => z.object({ workers: z.array(worker()) }),
  },
  'system.scheduler': {
    method: 'get',
    path: '/services/scheduler',
    summary: 'List the schedulers and their state.',
    access: 'viewer',
    input: () => z.object({ remoteNode }),
    output: () => z.object({ schedulers: z.array(service()) }),
  },
  'system.coordinator': {
    method: 'get',
    path: '/services/coordinator',
    summary: 'List the coordinators of distributed runs; none if disabled.',
    access: 'viewer',
    input: () => z.object({ remoteNode }),
    output: () => z.object({ coordinators: z.array(service().extend({ port: z.int() })) }),
  },
} as const satisfies Record<string, Operation>;
