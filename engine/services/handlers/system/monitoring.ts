import { EngineError } from '../../../contract/errors.ts';
import type { OperationHandlers, OperationOutput } from '../../../contract/operations.ts';
import { parseDurationMs } from '../../../lib/duration.ts';
import type { EngineServices } from '../../engine-services.ts';

type Handlers = Pick<OperationHandlers, 'system.resources' | 'system.metrics'>;

/** What the engine tells of itself and of its machine. */
export function monitoringHandlers({ resources, metrics }: EngineServices): Handlers {
  return {
    'system.resources': ({ duration }) => resourceHistory(resources, durationMs(duration)),
    'system.metrics': () => metrics.text(),
  };
}

async function resourceHistory(
  resources: EngineServices['resources'],
  since: number,
): Promise<OperationOutput<'system.resources'>> {
  const points = await resources.since(since);
  const series = (key: 'cpu' | 'memory' | 'disk' | 'load') =>
    points.map((point) => ({ timestamp: Math.round(point.at / 1000), value: point[key] }));
  const { memoryTotalBytes, memoryUsedBytes, diskTotalBytes, diskUsedBytes } = resources.now();
  return {
    cpu: series('cpu'),
    memory: series('memory'),
    disk: series('disk'),
    load: series('load'),
    memoryTotalBytes,
    memoryUsedBytes,
    diskTotalBytes,
    diskUsedBytes,
  };
}

function durationMs(text: string): number {
  const ms = parseDurationMs(text);
  if (ms !== null && ms > 0) return ms;
  throw new EngineError('bad_request', `duration: ${text} is not a duration such as 30m or 24h`, {
    details: { fields: { duration: 'must be a duration such as 30m or 24h' } },
  });
}
