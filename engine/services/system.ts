import { openApiDocument } from '../contract/openapi.ts';
import type { OperationHandlers } from '../contract/operations.ts';
import { dagJsonSchema } from '../dag/schema.ts';
import { isoTime } from '../lib/clock.ts';
import { version } from '../lib/version.ts';
import { stepTypes } from '../steps/registry.ts';
import type { Parts } from './parts.ts';

type Handlers = Pick<OperationHandlers, 'system.health' | 'system.openapi' | 'system.dagSchema'>;

export function systemHandlers({ clock, startedAt, admission }: Parts): Handlers {
  return {
    'system.health': () => {
      const problem = admission.problem();
      return {
        status: problem === null ? 'healthy' : 'unhealthy',
        version,
        uptime: Math.floor((clock.now() - startedAt) / 1000),
        timestamp: isoTime(clock.now()),
        ...(problem === null ? {} : { error: problem }),
      };
    },
    'system.openapi': () => openApiDocument(version),
    'system.dagSchema': () => dagJsonSchema(stepTypes),
  };
}
