import type { QueueExit } from '../queue/queue-exit.ts';
import type { Database } from '../storage/database.ts';
import { findRun, type RunRecord } from '../storage/runs.ts';
import { pendingSlots, settleSlot, waitingSlotOf, type SlotRecord } from '../storage/slots.ts';
import type { WriteQueue } from '../storage/write-queue.ts';
import type { Clock } from '../lib/clock.ts';
import type { Verdict } from './ledger.ts';
import { reasons, WORTH_A_WORD_MS } from './format-reason.ts';
import { started } from './verdicts.ts';

type QueuedRun = Pick<RunRecord, 'fileName' | 'runId' | 'queue' | 'queuedAt'>;

/**
 * Gives a slot its last fate when its run leaves its queue, within the transaction in which it does: a run that has begun and a
 * slot that still waits cannot both be on the disk. Null for a run that no slot waits for.
 */
export function settleWaitingSlot(
  db: Database,
  run: QueuedRun,
  { exit, now }: { readonly exit: QueueExit; readonly now: number },
): SlotRecord | null {
  const slot = waitingSlotOf(db, run);
  if (slot === undefined) return null;
  const settled = { ...slot, ...verdictOn(run, { exit, now, slot }), decidedAt: now };
  settleSlot(db, settled);
  return settled;
}

interface Exit {
  readonly exit: QueueExit;
  readonly now: number;
  readonly slot: Pick<SlotRecord, 'at' | 'startsAt'>;
}

function verdictOn({ queue, queuedAt }: QueuedRun, { exit, now, slot }: Exit): Verdict {
  switch (exit.kind) {
    case 'begun': {
      // A clock that was set back says that it waited for less than nothing.
      const waitedMs = Math.max(0, now - (queuedAt ?? now));
      if (waitedMs < WORTH_A_WORD_MS) return { fate: 'ran', ...started(slot, now) };
      const lateMs = Math.max(0, now - slot.at);
      const detail = reasons.waited({ queue, waitedMs, lateMs });
      return { fate: 'ran', reason: 'queued', detail };
    }
    case 'removed':
      return { fate: 'skipped', reason: 'dequeued', detail: reasons.dequeued(queue, exit.why) };
    case 'replaced':
      return { fate: 'skipped', reason: 'superseded', detail: reasons.replaced(queue) };
    case 'failed':
      return { fate: 'failed', reason: 'refused', detail: reasons.refused(exit.why) };
  }
}

/** Slots whose run is in no queue any more, as in a database that was repaired: what is known of the run is their fate. */
export function settleStrays({
  db,
  writes,
  clock,
}: {
  readonly db: Database;
  readonly writes: WriteQueue;
  readonly clock: Pick<Clock, 'now'>;
}): void {
  for (const slot of pendingSlots(db).filter(({ reason }) => reason === 'queued')) {
    const run = findRun(db, slot.dagName, slot.dagRunId);
    if (run?.status === 'queued') continue;
    const exit: QueueExit =
      run?.startedAt == null
        ? { kind: 'failed', why: run?.error || 'its run is gone' }
        : { kind: 'begun' };
    const lost = { fileName: slot.fileName, runId: slot.dagRunId, queue: '', queuedAt: null };
    const now = run?.startedAt ?? clock.now();
    writes.commit((store) => void settleWaitingSlot(store, run ?? lost, { exit, now }));
  }
}
