import type { SlotRecord } from '../storage/slots.ts';
import type { Verdict } from './ledger.ts';
import type { SlotKey } from './ports.ts';
import { reasons } from './format-reason.ts';

export const superseded: Verdict = {
  fate: 'skipped',
  reason: 'superseded',
  detail: reasons.superseded(),
};
export const gone: Verdict = { fate: 'skipped', reason: 'deleted', detail: reasons.deleted() };

/** Its run has a place in a queue, and settles it when it leaves that. */
export const queued = (queue: string): Verdict => ({
  fate: 'pending',
  reason: 'queued',
  detail: reasons.queued(queue),
});

/** Later than this is late; how late it was is said in any case. */
const ON_TIME_MS = 5000;

/** Within 5 seconds is on time. */
export const punctuality = (lateMs: number): 'on_time' | 'late' =>
  lateMs > ON_TIME_MS ? 'late' : 'on_time';

/** What is said of a start that began at a time. */
export function started(
  { at, startsAt }: Pick<SlotRecord, 'at' | 'startsAt'>,
  now: number,
): Pick<Verdict, 'reason' | 'detail'> {
  const dueAt = startsAt ?? at;
  const lateMs = now - dueAt;
  const reason = punctuality(lateMs);
  const words = reason === 'late' ? reasons.late : reasons.onTime;
  return { reason, detail: words(lateMs) + reasons.wasPutOff(dueAt - at) };
}

/** The key of a slot that starts a run. */
export const startSlot = (fileName: string, at: number): SlotKey => ({
  fileName,
  kind: 'start',
  at,
});
