import { z } from 'zod';
import { shape, type ValueOf } from './shape.ts';

/** A configured remote node (`remote_nodes`), without its credentials. */
export const remoteNodeInfo = shape(() =>
  z.object({
    name: z.string(),
    baseUrl: z.string(),
    authType: z.enum(['none', 'basic', 'token']),
    credential: z
      .enum(['none', 'config', 'keychain', 'missing'])
      .describe(
        'Where the token or password is: in the settings, in the keychain, nowhere yet (missing), or not needed (none).',
      ),
  }),
);
export type RemoteNodeInfo = ValueOf<typeof remoteNodeInfo>;

/** What came of asking a node how it is. */
export const nodeCheck = shape(() =>
  z.object({
    reachable: z.boolean(),
    version: z.string().describe('Empty if it is unreachable.'),
    latencyMs: z.number(),
    error: z.string().describe('Why it is not available; empty if it is.'),
  }),
);

/** A worker. */
export const worker = shape(() =>
  z.object({
    id: z.string(),
    labels: z.record(z.string(), z.string()),
    health_status: z.enum([
      'WORKER_HEALTH_STATUS_HEALTHY',
      'WORKER_HEALTH_STATUS_WARNING',
      'WORKER_HEALTH_STATUS_UNHEALTHY',
    ]),
    last_heartbeat: z.string(),
    running_tasks: z.array(
      z.object({
        dagName: z.string(),
        dagRunId: z.string(),
        rootDagRunName: z.string(),
        rootDagRunId: z.string(),
        parentDagRunName: z.string(),
        parentDagRunId: z.string(),
        startedAt: z.string(),
      }),
    ),
  }),
);
