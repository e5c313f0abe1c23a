import { claimPlace } from '../queue/claim-run.ts';
import type { EngineServices } from './engine-services.ts';
import {
  createRequested,
  remember,
  startRun,
  type StartedRun,
  type StartRequest,
} from './start-run.ts';

/**
 * Queues a run, with everything frozen that a start freezes. Resolves when it is stored for good. Where queues are
 * switched off it begins at once.
 *
 * @throws EngineError of `claimPlace` and `prepareContext`; then nothing is left of it.
 */
export async function enqueueRun(
  services: EngineServices,
  request: StartRequest,
): Promise<StartedRun> {
  if (services.queues.areBypassed) return startRun(services, request);
  const { started, created } = await createRequested(services, request);
  const { dag, singleton, also } = request;
  const { queue, createdAt } = created.run;
  const id = await claimPlace(services.writes, { ...created, dag, singleton, also }, createdAt);
  remember(services, request, started);
  services.queues.added({ id, queue });
  return started;
}
