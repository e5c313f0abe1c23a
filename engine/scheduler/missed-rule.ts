import type { SlotKind } from '../contract/schedule.ts';
import type { Downtime } from '../storage/schedule-marks.ts';
import { causeWords, reasons } from './format-reason.ts';
import type { Verdict } from './ledger.ts';
import type { ScheduledDag } from './ports.ts';

/** A slot that nobody could act on in time. */
export interface MissedFacts {
  /** Null: it is deleted. */
  readonly dag: ScheduledDag | null;
  readonly kind: SlotKind;
  readonly at: number;
  /** When it was found. */
  readonly foundAt: number;
  /** What it fell into; null: nothing that is known. */
  readonly downtime: Downtime | null;
  /** IANA zone of times in sentences. */
  readonly timezone: string;
}

interface LateFacts extends Pick<MissedFacts, 'kind' | 'at' | 'foundAt'> {
  readonly dag: Pick<ScheduledDag, 'policy' | 'problem'> | null;
}

/** Only starts are caught up, of a DAG that is sound and wants it, within its window. */
export function missed(facts: MissedFacts): Verdict | null {
  const { dag, at, foundAt, downtime, timezone } = facts;
  if (mayCatchUp(facts)) return null;
  const why = causeWords(downtime, foundAt - at, timezone);
  const isStart = facts.kind === 'start' && dag !== null;
  const detail = isStart ? startMissed(why, dag) : reasons.missed(why);
  return { fate: 'missed', reason: downtime?.cause ?? 'busy', detail };
}

/** Whether what is late is caught up. */
export function mayCatchUp({ dag, kind, at, foundAt }: LateFacts): boolean {
  const windowMs = dag?.policy.catchupWindowMs ?? null;
  return kind === 'start' && dag?.problem === null && windowMs !== null && at >= foundAt - windowMs;
}

function startMissed(why: string, { policy, problem }: ScheduledDag): string {
  if (problem !== null) return reasons.missedAndInvalid(why, problem);
  return reasons.missedForGood(why, { windowMs: policy.catchupWindowMs });
}
