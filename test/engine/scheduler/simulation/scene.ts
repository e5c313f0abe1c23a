import type { AwayTimes } from './away-times.ts';
import { keyOf, type ExistingSlots, type Slot } from './existing-slots.ts';
import type { Change, LedgerMirror } from './ledger-mirror.ts';
import { startOf, type SimulatedDag } from './simulated-dag.ts';
import type { Ask, SimulatedRun } from './simulated-run.ts';
import type { SimulatedRuns } from './simulated-runs.ts';

/** A slot that has come due and has no fate yet. */
export interface Undecided {
  readonly slot: Slot;
  /** When it is to be acted on, or put off. */
  readonly dueAt: number;
  /** Since when the engine could have decided it, in awake time. */
  since: number;
  /** Nothing disturbed the clock before: it is to be decided at the very millisecond. */
  exact: boolean;
}

/** One instant: what changed in it, and everything by which that is judged. The ledger is as it was before. */
export interface Scene {
  readonly instant: number;
  readonly wall: number;
  readonly awake: number;
  readonly elapsed: number;
  /** The engine began in this instant. */
  readonly started: boolean;
  /** A backward step of the clock may have been noticed in this instant. */
  readonly setBack: boolean;
  readonly dags: ReadonlyMap<string, SimulatedDag>;
  readonly existing: ExistingSlots;
  readonly aways: AwayTimes;
  readonly ledger: LedgerMirror;
  readonly runs: SimulatedRuns;
  readonly undecided: ReadonlyMap<string, Undecided>;
  /** Slots that may have a row or none. */
  readonly optional: ReadonlySet<string>;
  readonly changes: readonly Change[];
}

export const LIVE_MS = 60_000;
export const LATE_MS = 5000;
/** The engine looks at least this often. */
export const LOOK_MS = 5000;

/** When a slot is to be acted on. One of a DAG that is gone is put off where it was before. */
export function timeOf({ dags, ledger }: Pick<Scene, 'dags' | 'ledger'>, slot: Slot): number {
  const dag = dags.get(slot.fileName);
  if (dag !== undefined) return startOf(dag, slot);
  return ledger.rows.get(keyOf(slot))?.startsAt ?? slot.at;
}

/** The question that was answered in this instant, or is still open. */
export function askFor({ runs, instant }: Scene, slot: Slot): Ask | undefined {
  return runs.asks.findLast(
    (ask) =>
      ask.slot.fileName === slot.fileName &&
      ask.slot.kind === slot.kind &&
      ask.slot.at === slot.at &&
      (ask.result.kind === 'open' || ask.answered === instant),
  );
}

/** Whether a restart of the DAG was under way at some time in this instant, other than that of the slot. */
export function isRestarting({ ledger, changes }: Scene, { fileName, kind, at }: Slot): boolean {
  const isOther = (slot: Slot): boolean =>
    slot.fileName === fileName && !(slot.kind === kind && slot.at === at);
  return (
    [...ledger.pending].some((row) => row.reason === 'restarting' && isOther(row)) ||
    changes.some(({ slot, after }) => after?.reason === 'restarting' && isOther(slot))
  );
}

/** Runs of a DAG that ran through all of this instant, and that a stop in it has to meet. */
export const surelyRunning = ({ runs, wall }: Scene, dagName: string): readonly SimulatedRun[] =>
  runs
    .active(dagName)
    .filter(({ status, startedAt }) => status === 'running' && startedAt !== wall);

/** What a stop or a restart left running. */
export const untold = (scene: Scene, { key, slot }: Change): readonly string[] =>
  surelyRunning(scene, scene.dags.get(slot.fileName)?.name ?? '')
    .filter(({ isTold }) => !isTold)
    .map(({ runId }) => `${key}: ${runId} was not told to stop`);

/** Whether a start is so late that it would be caught up, and may be. */
export function isCatchable(scene: Scene, slot: Slot): boolean {
  const dag = scene.dags.get(slot.fileName);
  if (dag === undefined || dag.suspended || dag.problem !== null) return false;
  const windowMs = dag.policy.catchupWindowMs;
  return (
    slot.kind === 'start' &&
    scene.wall - timeOf(scene, slot) >= LIVE_MS &&
    windowMs !== null &&
    timeOf(scene, slot) >= scene.wall - windowMs
  );
}
