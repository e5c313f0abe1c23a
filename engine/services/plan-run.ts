import { claimPlace } from '../queue/claim-run.ts';
import { isoTime } from '../lib/clock.ts';
import type { PlannedRuns } from '../scheduler/ports.ts';
import type { EngineServices } from './engine-services.ts';
import { enqueueRun } from './enqueue-run.ts';
import {
  answerOf,
  createRequested,
  remember,
  startRun,
  type StartAnswer,
  type StartedRun,
  type StartRequest,
} from './start-run.ts';

/** What callers are told of a run that they asked for. */
interface Accepted extends StartAnswer {
  /** Left out where it is not to start later. */
  readonly plannedAt?: string;
}

/**
 * Starts a run, or queues it, now or at the time that the request names. Everything of it is frozen when it is accepted.
 *
 * @throws EngineError as `startRun` and `enqueueRun`.
 */
export async function acceptRun(
  services: EngineServices,
  request: StartRequest,
  how: 'start' | 'enqueue',
): Promise<Accepted> {
  const at = request.at ?? null;
  if (at !== null) {
    const planned = await planRun(services, request, { at, isDirect: how === 'start' });
    return { ...answerOf(planned), plannedAt: isoTime(at) };
  }
  return answerOf(await (how === 'start' ? startRun : enqueueRun)(services, request));
}

async function planRun(
  services: EngineServices,
  request: StartRequest,
  plan: { readonly at: number; readonly isDirect: boolean },
): Promise<StartedRun> {
  const { started, created } = await createRequested(services, request);
  const { dag, singleton, also } = request;
  const { queue, createdAt } = created.run;
  const claim = { ...created, dag, singleton, also, plan };
  const id = await claimPlace(services.writes, claim, createdAt);
  remember(services, request, started);
  services.queues.added({ id, queue });
  services.scheduler.wake();
  return started;
}

/** What becomes of planned runs when their time has come. */
export function createPlannedRuns(services: () => EngineServices): PlannedRuns {
  return {
    begin: (run) => services().queues.beginPlanned(run),
    enter: (run) => {
      const { queues } = services();
      return queues.areBypassed ? queues.beginPlanned(run) : queues.enter(run);
    },
    fail: (run, reason) => services().queues.fail(run, reason),
  };
}
