import { createHash } from 'node:crypto';
import type { Dag, ScheduleEntry } from './definition.ts';
import { nextSlot } from './schedule.ts';

/** What decides by how much the starts of a DAG are put off. */
export interface Jitter {
  readonly dagName: string;
  /** 0: by nothing. */
  readonly jitterSec: number;
}

/** That of a DAG. */
export const jitterOf = ({ name, slotPolicy }: Pick<Dag, 'name' | 'slotPolicy'>): Jitter => ({
  dagName: name,
  jitterSec: slotPolicy.jitterSec,
});

/** So many bits of the hash as a number holds exactly. */
const HASH_BYTES = 6;

/**
 * When the run of a slot starts: its time, and less than `jitter_sec` more. The share is a hash of the DAG and the slot, so that
 * it is the same for each question, before and after a restart, and no DAG is always the first.
 */
export function startOf(at: number, { dagName, jitterSec }: Jitter): number {
  if (jitterSec === 0) return at;
  const hash = createHash('sha256')
    .update(`${dagName} ${new Date(at).toISOString()}`)
    .digest();
  return at + (hash.readUIntBE(0, HASH_BYTES) % (jitterSec * 1000));
}

/** When the next run starts whose slot is due after a time; null for never. A later slot may start before an earlier one. */
export function nextStart(
  entries: readonly ScheduleEntry[],
  { after, timezone, jitter }: { after: number; timezone: string; jitter: Jitter },
): number | null {
  let first: number | null = null;
  let at = nextSlot(entries, after, timezone);
  while (at !== null && (first === null || at < first)) {
    first = Math.min(first ?? Infinity, startOf(at, jitter));
    at = nextSlot(entries, at, timezone);
  }
  return first;
}
