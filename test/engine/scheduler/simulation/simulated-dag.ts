import { createHash } from 'node:crypto';
import type { ScheduledDag } from '../../../../engine/scheduler/ports.ts';

export type Kind = 'start' | 'stop' | 'restart';

/** A line of a schedule. Its times are a fixed period of UTC, so that they are told without the engine's arithmetic. */
export interface Line {
  readonly kind: Kind;
  readonly cron: string;
  readonly periodMs: number;
  readonly phaseMs: number;
}

export interface SimulatedDag {
  readonly fileName: string;
  readonly name: string;
  readonly lines: readonly Line[];
  readonly policy: ScheduledDag['policy'];
  readonly suspended: boolean;
  readonly isUnderReview: boolean;
  readonly problem: string | null;
  /** Its `queue` is a global one: its due slots wait in that. */
  readonly isQueued: boolean;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const pattern = (cron: string, periodMs: number, phaseMs = 0): Omit<Line, 'kind'> => ({
  cron,
  periodMs,
  phaseMs,
});

export const patterns = {
  minutely: pattern('* * * * *', MINUTE_MS),
  often: pattern('*/2 * * * *', 2 * MINUTE_MS),
  fives: pattern('*/5 * * * *', 5 * MINUTE_MS),
  quarters: pattern('3-59/15 * * * *', 15 * MINUTE_MS, 3 * MINUTE_MS),
  hourly: pattern('20 * * * *', HOUR_MS, 20 * MINUTE_MS),
  hourlyToo: pattern('0 * * * *', HOUR_MS),
  watches: pattern('0 */6 * * *', 6 * HOUR_MS),
  daily: pattern('30 3 * * *', DAY_MS, 3.5 * HOUR_MS),
  // 1 January 1970 was a Thursday.
  weekly: pattern('0 12 * * 1', 7 * DAY_MS, 4 * DAY_MS + 12 * HOUR_MS),
} as const satisfies Record<string, Omit<Line, 'kind'>>;

/** Times of a line after `after`, until and with `until`. */
export function timesOf(line: Line, after: number, until: number): readonly number[] {
  const times: number[] = [];
  for (let at = timeAfter(line, after); at <= until; at += line.periodMs) times.push(at);
  return times;
}

/** The first time of a line after `after`. */
export function timeAfter({ periodMs, phaseMs }: Line, after: number): number {
  return (Math.floor((after - phaseMs) / periodMs) + 1) * periodMs + phaseMs;
}

/** The last time of a line before `before`. */
export function timeBefore({ periodMs, phaseMs }: Line, before: number): number {
  return (Math.ceil((before - phaseMs) / periodMs) - 1) * periodMs + phaseMs;
}

/** When a slot of a DAG is acted on, by the written rule: a start is put off by the SHA-256 of the name and the slot. */
export function startOf(
  { name, policy }: Pick<SimulatedDag, 'name' | 'policy'>,
  { kind, at }: { readonly kind: Kind; readonly at: number },
): number {
  if (kind !== 'start' || policy.jitterSec === 0) return at;
  const digits = createHash('sha256')
    .update(`${name} ${new Date(at).toISOString()}`)
    .digest('hex');
  return at + Number(BigInt(`0x${digits.slice(0, 12)}`) % BigInt(policy.jitterSec * 1000));
}

/** As the engine reads it. */
export function scheduledDag({ lines, isQueued: _, ...dag }: SimulatedDag): ScheduledDag {
  const entries = (kind: Kind): ScheduledDag['schedule']['start'] =>
    lines
      .filter((line) => line.kind === kind)
      .map(({ cron }) => ({ expression: cron, cron, timezone: null }));
  return {
    ...dag,
    isUnfinished: false,
    schedule: { start: entries('start'), stop: entries('stop'), restart: entries('restart') },
  };
}
