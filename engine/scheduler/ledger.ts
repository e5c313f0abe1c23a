import type { SlotFate, SlotReason } from '../contract/schedule.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../storage/database.ts';
import { insertSlot, settleSlot, slotOf, type SlotRecord } from '../storage/slots.ts';
import type { WriteQueue } from '../storage/write-queue.ts';
import type { ScheduledDag, SlotKey, TimedSlot } from './ports.ts';

/** What became of a slot, and why. */
export interface Verdict {
  readonly fate: SlotFate;
  readonly reason: SlotReason;
  readonly detail: string;
  readonly dagRunId?: string;
}

export interface LedgerOptions {
  readonly db: Database;
  readonly writes: WriteQueue;
  readonly clock: Clock;
  /** Called when the fate of a slot is safe on the disk. */
  readonly decided: (slot: SlotRecord) => void;
}

const idOf = ({ fileName, kind, at }: SlotKey): string => `${at} ${kind} ${fileName}`;

/** Writes fates: one for each slot. Knows the slots that are due and whose fate is not on the disk yet. */
export class Ledger {
  readonly #options: LedgerOptions;
  readonly #open = new Map<string, SlotKey>();

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  /** When the oldest slot without a stored fate was due; null where all have theirs. */
  get oldestOpen(): number | null {
    let oldest: number | null = null;
    for (const { at } of this.#open.values()) {
      if (oldest === null || at < oldest) oldest = at;
    }
    return oldest;
  }

  /** Takes on a slot that has come due; false when it has its fate, or is about to get it. */
  open(slot: SlotKey): boolean {
    const id = idOf(slot);
    if (this.#open.has(id) || slotOf(this.#options.db, slot) !== undefined) return false;
    this.#open.set(id, slot);
    return true;
  }

  recordOf(slot: TimedSlot, dag: Pick<ScheduledDag, 'name'> | null, verdict: Verdict): SlotRecord {
    const { fileName, kind, at, startsAt = at } = slot;
    return {
      fileName,
      kind,
      at,
      dagName: dag?.name ?? fileName,
      dagRunId: '',
      ...verdict,
      decidedAt: this.#options.clock.now(),
      startsAt: startsAt === at ? null : startsAt,
    };
  }

  /** Gives an open slot its fate, or a pending one its last. */
  write(record: SlotRecord, how: 'insert' | 'update'): void {
    const write = how === 'insert' ? insertSlot : settleSlot;
    this.#options.writes.commit(
      (db) => write(db, record),
      () => this.committed(record),
    );
  }

  /** The fate was written by the transaction of a run. */
  committed(record: SlotRecord): void {
    this.#open.delete(idOf(record));
    this.#options.decided(record);
  }

  /** Lets go of a slot that will be taken on again. */
  close(slot: SlotKey): void {
    this.#open.delete(idOf(slot));
  }
}
