import { hostname } from 'node:os';
import { EngineError } from '../../../contract/errors.ts';
import type { OperationHandlers, OperationOutput } from '../../../contract/operations.ts';
import type { RemoteNodeInfo } from '../../../contract/node.ts';
import { isoTime } from '../../../lib/clock.ts';
import type { EngineServices } from '../../engine-services.ts';
import { setNodeToken } from './node-token.ts';

type Name =
  | 'nodes.list'
  | 'nodes.setToken'
  | 'nodes.test'
  | 'workers.list'
  | 'system.scheduler'
  | 'system.coordinator';

/** Other engines that this one can reach, and its own services. */
export function nodeHandlers(services: EngineServices): Pick<OperationHandlers, Name> {
  return {
    'nodes.list': () => ({
      remoteNodes: services.nodes.list.map((node) => withStored(services, node)),
    }),
    'nodes.setToken': async (input) => {
      await setNodeToken(services, input);
    },
    'nodes.test': ({ name }) => testNode(services, name),
    'workers.list': () => {
      throw new EngineError(
        'service_unavailable',
        'No coordinator is running, so there are no workers.',
      );
    },
    'system.scheduler': () => ({ schedulers: [schedulerOf(services)] }),
    'system.coordinator': () => ({ coordinators: [] }),
  };
}

function withStored({ secrets }: EngineServices, node: RemoteNodeInfo): RemoteNodeInfo {
  const isMissing =
    node.credential === 'keychain' && !secrets.has({ kind: 'node-token', name: node.name });
  return isMissing ? { ...node, credential: 'missing' } : node;
}

/** Health needs no credentials, so something is asked that does. */
async function testNode(
  { nodes, clock }: EngineServices,
  name: string,
): Promise<OperationOutput<'nodes.test'>> {
  if (!nodes.has(name)) throw new EngineError('not_found', `Remote node ${name} not found.`);
  const began = clock.elapsed();
  let version = '';
  try {
    const ask = { rawInput: {}, role: 'admin', waitMs: 0 } as const;
    const health = await nodes.call(name, { name: 'system.health', ...ask });
    ({ version } = health as OperationOutput<'system.health'>);
    const latencyMs = clock.elapsed() - began;
    await nodes.call(name, { name: 'system.scheduler', ...ask });
    return { reachable: true, version, latencyMs, error: '' };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const latencyMs = clock.elapsed() - began;
    return { reachable: version !== '', version, latencyMs, error: error.message };
  }
}

function schedulerOf({ nodes, scheduler, startedAt }: EngineServices) {
  return {
    host: hostname(),
    instanceId: nodes.instanceId,
    startedAt: isoTime(startedAt),
    status: scheduler.isRunning ? ('active' as const) : ('inactive' as const),
  };
}
