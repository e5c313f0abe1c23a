import type { SlotRecord } from '../../../../engine/storage/slots.ts';
import { alreadySucceeded, succeededRuns } from './already-succeeded.ts';
import { keyOf, type Slot } from './existing-slots.ts';
import {
  askFor,
  isCatchable,
  isRestarting,
  LATE_MS,
  LIVE_MS,
  surelyRunning,
  timeOf,
  type Scene,
} from './scene.ts';
import type { SimulatedDag } from './simulated-dag.ts';
import type { Ask } from './simulated-run.ts';

/** A fate that the rule allows, and the runs that it may name; none where it is left out. */
export interface Fate {
  readonly as: `${SlotRecord['fate']}/${SlotRecord['reason']}`;
  readonly runIds?: readonly string[];
}

/** What may become of a slot that has no fate yet. */
export function newFates(scene: Scene, slot: Slot): readonly Fate[] {
  return newFatesOf(scene, slot).flatMap((fate) => [fate, ...lostAtOnce(scene, fate)]);
}

/** What was given a place may lose it to another slot of the same instant, or to a stop. */
function lostAtOnce({ runs }: Scene, { as, runIds = [] }: Fate): readonly Fate[] {
  const run = runs.runs.find(({ runId }) => runIds.includes(runId));
  if (as !== 'pending/queued' || run?.status !== 'aborted') return [];
  return [{ as: run.isReplaced ? 'skipped/superseded' : 'skipped/dequeued', runIds }];
}

function newFatesOf(scene: Scene, slot: Slot): readonly Fate[] {
  const ask = askFor(scene, slot);
  const isRestart = slot.kind === 'restart';
  if (ask !== undefined && ask.result.kind !== 'open' && ask.trigger === 'scheduler') {
    if (isRestart) return restartAnswers(ask);
    // A look of the same instant may decide what the store has refused.
    if (ask.result.kind !== 'unavailable') return liveAnswers(scene, ask);
  }
  const dag = scene.dags.get(slot.fileName);
  if (dag === undefined) return goneFates(scene, slot);
  if (dag.suspended) return [{ as: 'skipped/suspended' }];
  if (scene.wall < timeOf(scene, slot)) return earlyFates(scene, slot, dag);
  if (scene.wall - timeOf(scene, slot) < LIVE_MS) return liveFates(scene, slot, dag);
  if (!isCatchable(scene, slot)) return missed(scene, slot);
  return [{ as: 'pending/to_catch_up' }, ...backlogFates(scene, slot, dag)];
}

/** It is put off, where nothing forbids it already. */
function earlyFates(scene: Scene, slot: Slot, dag: SimulatedDag): readonly Fate[] {
  const isNew = !scene.ledger.rows.has(keyOf(slot));
  if (dag.isUnderReview) return [{ as: 'skipped/under_review' }];
  if (dag.problem !== null) return [{ as: 'skipped/invalid' }];
  return isNew ? [{ as: 'pending/jitter' }] : [];
}

/** What may become of a slot that is pending. */
export function settledFates(scene: Scene, row: SlotRecord): readonly Fate[] {
  if (row.reason === 'queued') return queuedFates(scene, row);
  if (row.reason === 'jitter') return putOffFates(scene, row);
  return settledFatesOf(scene, row).flatMap((fate) => [fate, ...lostAtOnce(scene, fate)]);
}

/** The same as of one that is due at the time at which it starts. */
function putOffFates(scene: Scene, row: SlotRecord): readonly Fate[] {
  if (scene.dags.has(row.fileName)) return newFates(scene, row);
  const ask = askFor(scene, row);
  return [...goneFates(scene, row), ...(ask === undefined ? [] : restartAnswers(ask))];
}

function settledFatesOf(scene: Scene, row: SlotRecord): readonly Fate[] {
  const dag = scene.dags.get(row.fileName);
  if (dag === undefined) {
    const ask = askFor(scene, row);
    return [{ as: 'skipped/deleted' }, ...(ask === undefined ? [] : restartAnswers(ask))];
  }
  return row.reason === 'restarting'
    ? restartFates(scene, row, dag)
    : backlogFates(scene, row, dag);
}

/** A slot in a queue has the fate of its run, and of nothing else. */
function queuedFates({ runs, wall }: Scene, row: SlotRecord): readonly Fate[] {
  const run = runs.runs.find(({ runId }) => runId === row.dagRunId);
  if (run === undefined) return [];
  const runIds = [run.runId];
  if (run.startedAt !== null) {
    const isNow = run.startedAt === wall;
    return isNow
      ? (['queued', 'on_time', 'late'] as const).map((why) => ({ as: `ran/${why}`, runIds }))
      : [];
  }
  if (run.isReplaced) return [{ as: 'skipped/superseded', runIds }];
  if (run.isTold) return [{ as: 'skipped/dequeued', runIds }];
  return run.status === 'failed' ? [{ as: 'failed/refused', runIds }] : [];
}

function liveFates(scene: Scene, slot: Slot, dag: SimulatedDag): readonly Fate[] {
  if (slot.kind === 'stop') return stopFates(scene, dag);
  if (dag.isUnderReview) return [{ as: 'skipped/under_review' }];
  if (slot.kind === 'restart') {
    const invalid: readonly Fate[] = dag.problem === null ? [] : [{ as: 'skipped/invalid' }];
    return [{ as: 'pending/restarting' }, ...invalid, ...heldByRestart(scene, slot, dag)];
  }
  if (dag.problem !== null) return [{ as: 'skipped/invalid' }];
  const succeeded = alreadySucceeded(scene, slot, { dag, purpose: 'start' });
  const met = scene.runs.activeInInstant(dag.name);
  return [
    ...(succeeded === 'no' ? [] : [succeededFate(scene, dag)]),
    ...(succeeded === 'yes' || met.length === 0
      ? []
      : [{ as: 'skipped/overlap', runIds: met } as const]),
    ...heldByRestart(scene, slot, dag),
  ];
}

const succeededFate = (scene: Scene, dag: SimulatedDag): Fate => ({
  as: 'skipped/already_succeeded',
  runIds: succeededRuns(scene, dag),
});

/** A restart that is under way holds its DAG, and it may have no run to name. */
function heldByRestart(scene: Scene, slot: Slot, { name }: SimulatedDag): readonly Fate[] {
  if (!isRestarting(scene, slot)) return [];
  const met = scene.runs.activeInInstant(name);
  const isMet = scene.runs.active(name).some(({ startedAt }) => startedAt !== scene.wall);
  return [{ as: 'skipped/overlap', runIds: isMet ? met : [...met, ''] }];
}

/** The answer to the question for a run that a live start puts. */
function liveAnswers(scene: Scene, { result, slot, expected }: Ask): readonly Fate[] {
  const isAsExpected = result.kind !== 'claimed' ? expected !== 'place' : expected === 'place';
  if (!isAsExpected && result.kind !== 'refused') return [];
  if (result.kind === 'claimed' && result.waits)
    return [{ as: 'pending/queued', runIds: [result.runId] }];
  const lateMs = scene.wall - timeOf(scene, slot);
  if (result.kind === 'claimed') return [{ as: ranReason(lateMs), runIds: [result.runId] }];
  if (result.kind === 'active') return [{ as: 'skipped/overlap', runIds: [result.runId] }];
  return result.kind === 'refused' ? [{ as: 'failed/refused' }] : [];
}

const ranReason = (lateMs: number): Fate['as'] => (lateMs > LATE_MS ? 'ran/late' : 'ran/on_time');

function restartAnswers({ result }: Ask): readonly Fate[] {
  if (result.kind === 'claimed') {
    const runIds = [result.runId];
    if (result.waits) return [{ as: 'pending/queued', runIds }];
    return [
      { as: 'ran/on_time', runIds },
      { as: 'ran/late', runIds },
    ];
  }
  return result.kind === 'refused' ? [{ as: 'failed/refused' }] : [{ as: 'pending/restarting' }];
}

function restartFates(scene: Scene, row: SlotRecord, dag: SimulatedDag): readonly Fate[] {
  const ask = askFor(scene, row);
  const answers = ask === undefined ? [] : restartAnswers(ask);
  return [
    ...answers,
    ...(dag.suspended ? [{ as: 'skipped/suspended' } as const] : []),
    ...(dag.isUnderReview ? [{ as: 'skipped/under_review' } as const] : []),
    ...(dag.problem === null ? [] : [{ as: 'skipped/invalid' } as const]),
  ];
}

function stopFates(scene: Scene, dag: SimulatedDag): readonly Fate[] {
  const surely = surelyRunning(scene, dag.name).at(-1);
  // What began or ended in this very instant may have been there or not.
  const met = scene.runs.activeInInstant(dag.name);
  const candidates = scene.runs
    .of(dag.name)
    .filter(
      ({ runId, status, id }) =>
        met.includes(runId) && status !== 'queued' && id >= (surely?.id ?? 0),
    );
  const runIds = candidates.map(({ runId }) => runId);
  const ran: readonly Fate[] = [
    { as: 'ran/on_time', runIds },
    { as: 'ran/late', runIds },
  ];
  return surely === undefined ? [{ as: 'skipped/not_running' }, ...ran] : ran;
}

/** Nobody missed what was due just now. */
function goneFates(scene: Scene, slot: Slot): readonly Fate[] {
  const isLive = scene.wall - timeOf(scene, slot) < LIVE_MS;
  return [...missed(scene, slot), ...(isLive ? [{ as: 'skipped/deleted' } as const] : [])];
}

function missed(scene: Scene, slot: Slot): readonly Fate[] {
  // The set holds no other words.
  return [...scene.aways.causesOf(timeOf(scene, slot))].map((cause) => ({
    as: `missed/${cause}` as Fate['as'],
  }));
}

/** A turn of catching up may have come to it, or the limits of the backlog. */
function backlogFates(scene: Scene, slot: Slot, dag: SimulatedDag): readonly Fate[] {
  const limits: Fate[] = [{ as: 'skipped/catchup_cap' }, { as: 'skipped/superseded' }];
  const ask = askFor(scene, slot);
  const answer = ask === undefined ? null : turnAnswer(ask);
  if (answer !== null) return [...limits, answer];
  if (dag.suspended) return [...limits, { as: 'skipped/suspended' }];
  if (dag.isUnderReview) return [...limits, { as: 'skipped/under_review' }];
  if (dag.problem !== null) return [...limits, { as: 'skipped/invalid' }];
  const succeeded = alreadySucceeded(scene, slot, { dag, purpose: 'catchUp' });
  if (succeeded !== 'no') limits.push(succeededFate(scene, dag));
  if (succeeded === 'yes' || dag.policy.overlapPolicy !== 'skip') return limits;
  const runIds = scene.runs.activeInInstant(dag.name);
  return [
    ...limits,
    ...heldByRestart(scene, slot, dag),
    ...(runIds.length === 0 ? [] : [{ as: 'skipped/overlap', runIds } as const]),
  ];
}

/** What follows from the answer to the question of a turn; null: nothing. */
function turnAnswer({ result, overlapPolicy }: Ask): Fate | null {
  if (result.kind === 'claimed') return { as: 'ran/caught_up', runIds: [result.runId] };
  if (result.kind === 'refused') return { as: 'failed/refused' };
  if (result.kind !== 'active' || overlapPolicy !== 'skip') return null;
  return { as: 'skipped/overlap', runIds: [result.runId] };
}
