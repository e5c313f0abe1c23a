import { isActiveRun, type RunStatus } from '../contract/status.ts';
import { nextTurn } from '../lib/next-turn.ts';
import type { Database } from '../storage/database.ts';
import { runFigures, type RunFigures } from '../storage/run-figures.ts';
import { Histogram } from './histogram.ts';

/** The stored root runs, counted. */
export interface RunCounts {
  running: number;
  queued: number;
  /** Those of today that are not running or queued, by status. */
  readonly today: Map<RunStatus, number>;
  readonly byDag: Map<string, DagCounts>;
}

export interface DagCounts {
  running: number;
  queued: number;
  readonly statuses: Map<RunStatus, number>;
  /** Seconds from start to end. */
  readonly durations: Histogram;
  /** Seconds from enqueueing to start. */
  readonly waits: Histogram;
}

const DURATION_BOUNDS = [1, 5, 15, 30, 60, 120, 300, 600, 1800, 3600];
const WAIT_BOUNDS = [1, 5, 10, 30, 60, 120, 300, 600];
// Some milliseconds of work.
const RUNS_A_TURN = 1000;

/**
 * Counts what is stored now, so that the figures are those of the store after a restart, a retry and a rename too.
 * Others get their turn in between.
 */
export async function countRuns(db: Database, todayFrom: number): Promise<RunCounts> {
  const counts: RunCounts = { running: 0, queued: 0, today: new Map(), byDag: new Map() };
  let last = 0;
  for (;;) {
    const runs = runFigures(db, last, RUNS_A_TURN);
    for (const run of runs) count(counts, run, todayFrom);
    last = runs.at(-1)?.[0] ?? last;
    if (runs.length < RUNS_A_TURN) return counts;
    await nextTurn();
  }
}

function count(counts: RunCounts, run: RunFigures, todayFrom: number): void {
  const [, dagName, status, createdAt] = run;
  const dag = dagCounts(counts, dagName);
  if (status === 'running' || status === 'queued') {
    counts[status] += 1;
    dag[status] += 1;
    return;
  }
  if (status === 'not_started') return;
  if (createdAt >= todayFrom) addOne(counts.today, status);
  addOne(dag.statuses, status);
  observe(dag, run);
}

// A retry begins anew, and not every retry is enqueued anew: the times of its queue may belong to an earlier attempt.
function observe({ durations, waits }: DagCounts, run: RunFigures): void {
  const [, , status, , queuedAt, startedAt, finishedAt, attempt] = run;
  if (startedAt === null) return;
  if (finishedAt !== null && !isActiveRun(status)) {
    durations.observe(seconds(startedAt, finishedAt));
  }
  if (queuedAt !== null && attempt === 1) waits.observe(seconds(queuedAt, startedAt));
}

// The clock may have been set back in between.
const seconds = (from: number, to: number): number => Math.max(0, to - from) / 1000;

function dagCounts({ byDag }: RunCounts, name: string): DagCounts {
  const known = byDag.get(name);
  if (known !== undefined) return known;
  const counts = {
    running: 0,
    queued: 0,
    statuses: new Map(),
    durations: new Histogram(DURATION_BOUNDS),
    waits: new Histogram(WAIT_BOUNDS),
  };
  byDag.set(name, counts);
  return counts;
}

function addOne<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
