import type { OperationHandlers } from '../../../contract/operations.ts';
import type { EngineServices } from '../../engine-services.ts';
import { applyImport } from './apply-import.ts';
import { planImport } from './plan-import.ts';

/** Definitions of other systems become DAGs: first as a plan, which changes nothing. */
export function importHandlers(
  services: EngineServices,
): Pick<OperationHandlers, 'imports.plan' | 'imports.apply'> {
  return {
    'imports.plan': async (input) => ({ dags: await planImport(services, input) }),
    'imports.apply': async ({ dags }) => {
      services.admission.check();
      const results = [];
      // One after another: two of one name are then told apart, and other work has its turn in between.
      for (const dag of dags) results.push(await applyImport(services, dag));
      return { results };
    },
  };
}
