import type { OperationHandlers } from '../../../contract/operations.ts';
import { API_PREFIX } from '../../../contract/rest.ts';
import { dagJsonSchema } from '../../../dag/schema.ts';
import { isoTime } from '../../../lib/clock.ts';
import { nextTurn } from '../../../lib/next-turn.ts';
import { version } from '../../../lib/version.ts';
import { stepTypes } from '../../../steps/registry.ts';
import type { EngineServices } from '../../engine-services.ts';

type Handlers = Pick<
  OperationHandlers,
  'system.health' | 'system.openapi' | 'system.dagSchema' | 'system.uiSettings'
>;

/** What anybody may ask: health, the OpenAPI document, the schema of DAG files, how the window looks. */
export function systemHandlers(services: EngineServices): Handlers {
  const { config, clock, uptimeSec, health, ages } = services;
  return {
    'system.health': () => {
      const problem = health.problem();
      const notice = ages.notice();
      return {
        status: problem === null ? 'healthy' : 'unhealthy',
        version,
        uptime: Math.floor(uptimeSec()),
        timestamp: isoTime(clock.now()),
        ...(problem === null ? {} : { error: problem }),
        ...(notice === null ? {} : { notice }),
      };
    },
    // Loaded for the few who ask: its examples would be in memory for nothing.
    'system.openapi': async () => {
      const { openApiInTurns } = await import('../../../contract/openapi.ts');
      const document = await openApiInTurns(version, nextTurn);
      return { ...document, servers: [{ url: config.basePath + API_PREFIX }] };
    },
    'system.dagSchema': () => dagJsonSchema(stepTypes),
    'system.uiSettings': () => ({
      navbarTitle: config.ui.navbarTitle ?? '',
      navbarColor: config.ui.navbarColor ?? '',
    }),
  };
}
