import { queueOf } from '../execution/prepare/create-run.ts';
import { replacedBy } from '../queue/replaced-by.ts';
import type { SlotRun } from '../scheduler/ports.ts';
import type { EngineServices } from './engine-services.ts';
import { enqueueRun } from './enqueue-run.ts';
import type { StartRequest } from './start-run.ts';

/**
 * Gives the run of a slot that is due a place in its global queue.
 *
 * @throws EngineError `already_running` while the DAG has an active run that forbids it.
 */
export async function waitInQueue(
  services: EngineServices,
  request: StartRequest,
  { record, slot }: SlotRun,
): Promise<void> {
  const queue = queueOf(request);
  // A restart has stopped what was active: what is active now began beside it.
  const policy = slot.kind === 'start' ? request.dag.slotPolicy.overlapPolicy : 'skip';
  let told: readonly (() => void)[] = [];
  await enqueueRun(services, {
    ...request,
    singleton: null,
    also: (db, dagRunId) => {
      const replaced = replacedBy(db, { dagName: request.name, queue, policy });
      told = replaced.map((run) => services.queues.replace(db, run));
      record(db, dagRunId, { waitsIn: queue });
    },
  });
  for (const tell of told) tell();
}
