import type { Slot } from '../contract/schedule.ts';
import { isoTime } from '../lib/clock.ts';
import type { Database } from '../storage/database.ts';
import { findRun } from '../storage/runs.ts';
import type { SlotRecord } from '../storage/slots.ts';

/** A slot as the interface shows it, with the status that its run has now. */
export function toSlot(db: Database, slot: SlotRecord): Slot {
  const { at, startsAt, dagName, decidedAt, dagRunId, ...rest } = slot;
  const run = dagRunId === '' ? undefined : findRun(db, dagName, dagRunId);
  return {
    ...rest,
    name: dagName,
    time: isoTime(at),
    startsAt: isoTime(startsAt ?? at),
    dagRunId,
    runStatus: run?.status ?? null,
    decidedAt: isoTime(decidedAt),
  };
}
