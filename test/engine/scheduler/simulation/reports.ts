import type { Database } from '../../../../engine/storage/database.ts';
import type { LedgerMirror } from './ledger-mirror.ts';
import type { SimulatedRun } from './simulated-run.ts';

/** How much of a story is told with a failure. */
const LINES = 80;
const PROBLEMS = 12;
const AWAYS = 12;

/** What is wrong with the ledger and the runs when all has come to rest. */
export function judgeEnd(
  ledger: LedgerMirror,
  runs: readonly SimulatedRun[],
  db: Database,
): readonly string[] {
  const problems = ledger.changesByComparing(db).map(({ key }) => `${key}: changed unseen`);
  const bySlot = new Map<string, string>();
  for (const { slot, runId, status, startedAt, waits } of runs) {
    if (slot === null) continue;
    if (waits && startedAt === null) {
      const fate = ledger.rows.get(slot)?.fate;
      if ((fate === 'pending') !== (status === 'queued'))
        problems.push(`${runId} is ${status}, and ${slot} is ${fate}`);
      continue;
    }
    if (bySlot.has(slot)) problems.push(`${slot}: ran twice`);
    bySlot.set(slot, runId);
    const row = ledger.rows.get(slot);
    if (row?.fate !== 'ran' || row.dagRunId !== runId) {
      problems.push(`${runId} is not in the ledger at ${slot}`);
    }
  }
  for (const [key, row] of ledger.rows) {
    const isRun = row.fate === 'ran' && row.kind !== 'stop';
    if (isRun && bySlot.get(key) !== row.dagRunId) problems.push(`${key}: names no run of its own`);
  }
  return problems;
}

/** All that helps to find out why something went wrong. */
export function describeFailure(given: {
  readonly seed: number;
  readonly wall: number;
  readonly problems: readonly string[];
  readonly story: readonly string[];
  readonly db: Database;
}): string {
  return [
    `Seed ${given.seed}, ${timeText(given.wall)}:`,
    ...given.problems.slice(0, PROBLEMS),
    'Stored as away:',
    ...storedAways(given.db),
    'Before:',
    ...given.story.slice(-LINES),
  ].join('\n');
}

function storedAways(db: Database): readonly string[] {
  const rows = db.prepare('SELECT * FROM downtime ORDER BY to_at').all() as {
    readonly from_at: number;
    readonly to_at: number;
    readonly cause: string;
  }[];
  return rows
    .slice(-AWAYS)
    .map(({ from_at, to_at, cause }) => `${timeText(from_at)} ${timeText(to_at)} ${cause}`);
}

const timeText = (at: number): string => new Date(at).toISOString();
