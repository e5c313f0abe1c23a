import { startOf } from '../dag/jitter.ts';
import type { Database } from '../storage/database.ts';
import { pendingSlots } from '../storage/slots.ts';
import type { Due } from './due.ts';
import { reasons } from './format-reason.ts';
import type { Ledger } from './ledger.ts';
import type { LiveSlot } from './live-slot.ts';
import type { ScheduledDag } from './ports.ts';

/** When a slot is to be acted on: a start is put off where its DAG says so. */
export function startOfSlot(dag: ScheduledDag | null, { kind, at }: Due): number {
  if (kind !== 'start' || dag === null) return at;
  return startOf(at, { dagName: dag.name, jitterSec: dag.policy.jitterSec });
}

export interface PutOffOptions {
  readonly db: Database;
  readonly ledger: Ledger;
  /** Called when one has begun to wait. */
  readonly waits: () => void;
}

/**
 * Starts that `jitter_sec` has put off. They are pending slots with the time at which they start, so they survive the engine, and
 * an edit of the definition does not move them.
 */
export class PutOffStarts {
  readonly #options: PutOffOptions;
  #waiting: LiveSlot[] = [];

  constructor(options: PutOffOptions) {
    this.#options = options;
  }

  get isAny(): boolean {
    return this.#waiting.length > 0;
  }

  /** When the first of them starts; null for none. */
  get nextAt(): number | null {
    return this.isAny ? Math.min(...this.#waiting.map(({ startsAt }) => startsAt)) : null;
  }

  /** Reads what an earlier engine has put off. */
  load(): void {
    for (const { fileName, kind, at, startsAt, reason } of pendingSlots(this.#options.db)) {
      if (reason === 'jitter') this.add({ fileName, kind, at, startsAt: startsAt ?? at });
    }
  }

  /** Puts off a slot that has just come due. */
  begin(slot: LiveSlot, dag: ScheduledDag): void {
    const { ledger, waits } = this.#options;
    const detail = reasons.putOff(slot.startsAt - slot.at);
    const pending = { fate: 'pending', reason: 'jitter', detail } as const;
    ledger.write(ledger.recordOf(slot, dag, pending), 'insert');
    this.add(slot);
    waits();
  }

  /** Takes on one that stands in the ledger. */
  add({ fileName, kind, at, startsAt }: Omit<LiveSlot, 'schedule'>): void {
    this.#waiting.push({ fileName, kind, at, startsAt, schedule: null });
  }

  /** Gives away those that start by a time. */
  takeDue(now: number): readonly LiveSlot[] {
    return this.#take(({ startsAt }) => startsAt <= now);
  }

  /** Gives away those of a DAG. */
  takeOf(fileName: string): readonly LiveSlot[] {
    return this.#take((slot) => slot.fileName === fileName);
  }

  rename(from: string, to: string): void {
    for (const slot of this.takeOf(from)) this.add({ ...slot, fileName: to });
  }

  #take(isWanted: (slot: LiveSlot) => boolean): readonly LiveSlot[] {
    const taken = this.#waiting.filter(isWanted);
    if (taken.length > 0) this.#waiting = this.#waiting.filter((slot) => !isWanted(slot));
    return taken;
  }
}
