import type { SlotPolicy } from '../dag/definition.ts';
import type { Database } from '../storage/database.ts';
import { activeRunsOf, type RunRecord } from '../storage/runs.ts';
import { refuseBeside } from './claim-run.ts';

interface Place {
  readonly dagName: string;
  readonly queue: string;
  readonly policy: SlotPolicy['overlapPolicy'];
}

/**
 * The waiting runs whose place the run of a slot takes. Where its DAG waits in the queue already, the policy decides: `skip`
 * refuses it, `all` lets it wait behind the others, `latest` lets it replace those that slots have queued.
 *
 * @throws EngineError `already_running` while the DAG has an active run that forbids it.
 */
export function replacedBy(db: Database, { dagName, queue, policy }: Place): readonly RunRecord[] {
  const active = activeRunsOf(db, dagName);
  const waiting = active.filter((run) => run.status === 'queued' && run.queue === queue);
  if (policy === 'skip' || waiting.length === 0)
    refuseBeside(waiting[0] ?? active[0], 'already_running');
  return policy === 'latest' ? waiting.filter(isOfSlot) : [];
}

/** What a person has queued is not the schedule's to take away. */
const isOfSlot = ({ triggerType }: RunRecord): boolean =>
  triggerType === 'scheduler' || triggerType === 'catchup';
