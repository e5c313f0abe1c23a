import { claimPlace } from '../queue/claim-run.ts';
import type { Parts } from './parts.ts';
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
export async function enqueueRun(parts: Parts, request: StartRequest): Promise<StartedRun> {
  if (parts.queues.areBypassed) return startRun(parts, request);
  const { started, created } = await createRequested(parts, request);
  const { dag, singleton, also } = request;
  const { queue, createdAt } = created.run;
  const id = await claimPlace(parts.writes, { ...created, dag, singleton, also }, createdAt);
  remember(parts, request, started);
  parts.queues.added({ id, queue });
  return started;
}
