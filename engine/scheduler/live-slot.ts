import type { Schedules } from '../dag/definition.ts';
import type { TimedSlot } from './ports.ts';

/** A slot that has come due. */
export interface LiveSlot extends TimedSlot {
  /** The schedule that says so; null: it was put off, and goes by that which its DAG has by now. */
  readonly schedule: Schedules | null;
  readonly startsAt: number;
}

/** A slot later than this is not acted on any more; it is missed, or caught up. */
export const LIVE_MS = 60_000;

/** One that was put off stands in the ledger. */
export const howOf = ({ schedule }: LiveSlot): 'insert' | 'update' =>
  schedule === null ? 'update' : 'insert';
