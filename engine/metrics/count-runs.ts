import type { RunStatus } from '../contract/status.ts';
import { nextTurn } from '../lib/next-turn.ts';
import type { Database } from '../storage/database.ts';
import { activeFigures, activeRuns, type ActiveRun } from '../storage/run-figures.ts';
import {
  secondsBetween,
  statusesSince,
  statusTallies,
  timeBounds,
  timeTallies,
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

/** Rows that are counted in one turn: a millisecond of work. */
const ROWS_A_TURN = 2000;

interface Counting {
  running: number;
  queued: number;
  readonly statuses: Map<RunStatus, number>;
  readonly durations: Histogram;
  readonly waits: Histogram;
}

/**
 * Counts the runs of all DAGs, and of those named each. All rows are read in one turn, by a few statements: a run that ends
 * between two looks would be missed by both, or stand in one figure and not in another. They are counted in turns.
 */
export async function countRuns(
  db: Database,
  names: readonly string[],
  todayFrom: number,
): Promise<RunCounts> {
  const { running, queued, queuedSince, begunSince } = activeFigures(db, todayFrom);
  const today = new Map(statusesSince(db, todayFrom));
  const [active, statuses, times] = [activeRuns(db), statusTallies(db), timeTallies(db)];
  add(today, 'queued', queuedSince);
  add(today, 'running', begunSince);
  const byDag = new Map(names.map((name) => [name, noCounts()] as const));
  await eachInTurns(statuses, ([dagName, status, count]) => {
    const counts = byDag.get(dagName);
    if (counts !== undefined) add(counts.statuses, status, count);
  });
  await eachInTurns(times, ([dagName, measure, bound, count, sum]) => {
    const counts = byDag.get(dagName);
    const histogram = measure === 'duration' ? counts?.durations : counts?.waits;
    histogram?.add(bound, count, sum);
  });
  await eachInTurns(active, (run) => {
    const counts = byDag.get(run.dagName);
    if (counts !== undefined) addActive(counts, run);
  });
  return { running, queued, today, byDag };
}

async function eachInTurns<T>(rows: readonly T[], count: (row: T) => void): Promise<void> {
  for (const [at, row] of rows.entries()) {
    if (at % ROWS_A_TURN === ROWS_A_TURN - 1) await nextTurn();
    count(row);
  }
}

function noCounts(): Counting {
  return {
    running: 0,
    queued: 0,
    statuses: new Map(),
    durations: new Histogram(timeBounds.duration),
    waits: new Histogram(timeBounds.wait),
  };
}

function addActive(counts: Counting, { status, queuedAt, startedAt }: ActiveRun): void {
  if (status === 'running') counts.running += 1;
  if (status === 'queued') counts.queued += 1;
  if (queuedAt !== null) add(counts.statuses, 'queued', 1);
  if (startedAt === null) return;
  add(counts.statuses, 'running', 1);
  if (queuedAt !== null) counts.waits.observe(secondsBetween(queuedAt, startedAt));
}

function add(counts: Map<RunStatus, number>, status: RunStatus, count: number): void {
  if (count > 0) counts.set(status, (counts.get(status) ?? 0) + count);
}
