import type { Verdict } from './ledger.ts';
import type { SlotKey } from './ports.ts';
import { reasons } from './format-reason.ts';

export const superseded: Verdict = {
  fate: 'skipped',
  reason: 'superseded',
  detail: reasons.superseded(),
};
export const gone: Verdict = { fate: 'skipped', reason: 'deleted', detail: reasons.deleted() };

/** Later than this is late; how late it was is said in any case. */
const ON_TIME_MS = 5000;

/** Within 5 seconds is on time. */
export const punctuality = (lateMs: number): 'on_time' | 'late' =>
  lateMs > ON_TIME_MS ? 'late' : 'on_time';

/** The key of a slot that starts a run. */
export const startSlot = (fileName: string, at: number): SlotKey => ({
  fileName,
  kind: 'start',
  at,
});
