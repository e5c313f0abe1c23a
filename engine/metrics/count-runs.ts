import type { RunStatus } from '../contract/status.ts';
import { nextTurn } from '../lib/next-turn.ts';
import type { Database } from '../storage/database.ts';
import { activeFigures, activeFiguresOf, type ActiveRun } from '../storage/run-figures.ts';
import {
  secondsBetween,
  statusesOf,
  statusesSince,
  timeBounds,
  timesOf,
} from '../storage/run-tallies.ts';
import { Histogram } from './histogram.ts';

/** Root runs, counted: those that go on where they stand, the others by what was noted when they ended. */
export interface RunCounts {
  readonly running: number;
  readonly queued: number;
  /** How often runs came to a status today. */
  readonly today: ReadonlyMap<RunStatus, number>;
  readonly byDag: ReadonlyMap<string, DagCounts>;
}

export interface DagCounts {
  readonly running: number;
  readonly queued: number;
  /** How often runs came to a status, ever. */
  readonly statuses: ReadonlyMap<RunStatus, number>;
  /** Seconds from start to end. */
  readonly durations: Histogram;
  /** Seconds from enqueueing to start. */
  readonly waits: Histogram;
}

// Some milliseconds of work.
const DAGS_A_TURN = 100;

/**
 * Counts the runs of all DAGs, and of those named each. What belongs together is read in one turn: a run that ends
 * between two looks would be missed by both, and a counter would fall. Others get their turn in between.
 */
export async function countRuns(
  db: Database,
  names: readonly string[],
  todayFrom: number,
): Promise<RunCounts> {
  const { running, queued, queuedSince, begunSince } = activeFigures(db, todayFrom);
  const today = new Map(statusesSince(db, todayFrom));
  add(today, 'queued', queuedSince);
  add(today, 'running', begunSince);
  const byDag = new Map<string, DagCounts>();
  for (const [at, name] of names.entries()) {
    if (at % DAGS_A_TURN === 0) await nextTurn();
    byDag.set(name, countDag(db, name));
  }
  return { running, queued, today, byDag };
}

function countDag(db: Database, name: string): DagCounts {
  const active = activeFiguresOf(db, name);
  const durations = new Histogram(timeBounds.duration);
  const waits = new Histogram(timeBounds.wait);
  for (const { measure, bound, count, sum } of timesOf(db, name)) {
    (measure === 'duration' ? durations : waits).add(bound, count, sum);
  }
  for (const { queuedAt, startedAt } of active) {
    if (queuedAt !== null && startedAt !== null) waits.observe(secondsBetween(queuedAt, startedAt));
  }
  return {
    running: active.filter(({ status }) => status === 'running').length,
    queued: active.filter(({ status }) => status === 'queued').length,
    statuses: withActive(statusesOf(db, name), active),
    durations,
    waits,
  };
}

function withActive(
  tallied: ReadonlyMap<RunStatus, number>,
  active: readonly ActiveRun[],
): ReadonlyMap<RunStatus, number> {
  const statuses = new Map(tallied);
  add(statuses, 'queued', active.filter(({ queuedAt }) => queuedAt !== null).length);
  add(statuses, 'running', active.filter(({ startedAt }) => startedAt !== null).length);
  return statuses;
}

function add(counts: Map<RunStatus, number>, status: RunStatus, count: number): void {
  if (count > 0) counts.set(status, (counts.get(status) ?? 0) + count);
}
