import type { SlotRecord } from '../../../../engine/storage/slots.ts';
import { keyOf, type Slot } from './existing-slots.ts';
import { askFor, isCatchable, isRestarting, LIVE_MS, timeOf, type Scene } from './scene.ts';
import type { SimulatedDag } from './simulated-dag.ts';

/** The most slots of a DAG that wait to be caught up. */
const MAX_WAITING = 1000;

export interface Turn {
  /** A turn may come in this instant. */
  readonly isAllowed: boolean;
  /** It must: each DAG takes its oldest. */
  readonly isRequired: boolean;
  /** Whether the store refused what was asked for, lately. */
  readonly isRefused: boolean;
  /** The engine was killed in this instant: what it had not stored by then it may have decided all the same. */
  readonly isKilled: boolean;
}

/** A DAG's slots that wait to be caught up, before and after an instant. */
interface Backlog {
  readonly slots: readonly Slot[];
  /** How many of them are new. */
  readonly fresh: number;
  /** What they have come to. */
  readonly outcome: (slot: Slot) => SlotRecord | undefined;
}

/** Slots of a DAG that are to be caught up from this instant on, whatever became of them in it. */
export function freshSlots(scene: Scene, fileName: string): readonly Slot[] {
  return scene.changes
    .filter(
      ({ slot, before, after }) =>
        slot.fileName === fileName &&
        (!before || before.reason === 'jitter') &&
        after &&
        after.fate !== 'missed' &&
        after.reason !== 'jitter',
    )
    .map(({ slot }) => slot)
    .filter((slot) => isCatchable(scene, slot) && askFor(scene, slot)?.trigger !== 'scheduler');
}

/** What is wrong with how the backlog of a DAG went on, and whether a turn came to it. */
export function judgeBacklog(
  scene: Scene,
  dag: SimulatedDag,
  turn: Turn,
): { readonly problems: readonly string[]; readonly taken: boolean } {
  const backlog = backlogOf(scene, dag.fileName);
  if (backlog.slots.length === 0) return { problems: [], taken: false };
  const cut = judgeLimits(scene, dag, backlog);
  const taken = takenNow(scene, dag, backlog, cut.left);
  return {
    problems: [...cut.problems, ...judgeTurn(scene, dag, { turn, taken, left: cut.left })],
    taken: taken.length > 0,
  };
}

function backlogOf(scene: Scene, fileName: string): Backlog {
  const gone = new Set(scene.changes.filter(({ after }) => !after).map(({ key }) => key));
  const before = scene.ledger
    .pendingOf(fileName, 'to_catch_up')
    .filter((row) => !gone.has(keyOf(row)));
  const fresh = freshSlots(scene, fileName);
  const after = new Map(scene.changes.map((change) => [change.key, change.after]));
  const slots = [...before, ...fresh].toSorted((one, other) => one.at - other.at);
  const outcomes = new Map(
    slots.map((slot) => {
      const key = keyOf(slot);
      return [slot, after.has(key) ? after.get(key) : scene.ledger.rows.get(key)];
    }),
  );
  return { slots, fresh: fresh.length, outcome: (slot) => outcomes.get(slot) };
}

/** No more than a thousand, and only the newest where the policy says so. */
function judgeLimits(
  scene: Scene,
  dag: SimulatedDag,
  { slots, fresh, outcome }: Backlog,
): { readonly problems: readonly string[]; readonly left: readonly Slot[] } {
  const isLatest = dag.policy.overlapPolicy === 'latest';
  const reasonOf = (slot: Slot): string => outcome(slot)?.reason ?? '';
  const problems: string[] = [];
  const capped = slots.filter((slot) => reasonOf(slot) === 'catchup_cap');
  const dropped = slots.filter((slot) => reasonOf(slot) === 'superseded');
  const gone = new Set([...capped, ...dropped]);
  // What an earlier turn had asked for waits no more when it has its answer.
  const isDone = (slot: Slot): boolean =>
    isAnswered(scene, slot) && !gone.has(slot) && outcome(slot)?.fate !== 'pending';
  const waiting = slots.filter((slot) => !isDone(slot));
  const tooMany = fresh === 0 ? 0 : Math.max(0, waiting.length - MAX_WAITING);
  const isCapRight =
    capped.every((slot, index) => slot === waiting[index]) &&
    (capped.length === tooMany || (isLatest && capped.length === 0));
  if (!isCapRight) problems.push(`${capped.length} of ${waiting.length} are capped`);
  if (dropped.length > 0) {
    if (!isLatest || !maySupersede(scene, dag)) problems.push('superseded without a reason');
    if (
      capped.length + dropped.length !== waiting.length - 1 ||
      dropped.includes(waiting.at(-1) as Slot)
    ) {
      problems.push('superseded are not all but the newest');
    }
  } else if (isLatest && fresh > 0 && waiting.length - capped.length > 1) {
    problems.push('more than the newest are left');
  }
  return {
    problems,
    left: slots.filter((slot) => !gone.has(slot)),
  };
}

/** After a round with late slots, and when a turn comes while a run is active. */
function maySupersede(scene: Scene, { fileName, name }: SimulatedDag): boolean {
  return (
    isRestarting(scene, { fileName, kind: 'start', at: 0 }) ||
    scene.runs.activeInInstant(name).length > 0 ||
    scene.changes.some(
      ({ before, slot }) =>
        (!before || before.reason === 'jitter') && scene.wall - timeOf(scene, slot) >= LIVE_MS,
    ) ||
    scene.runs.asks.some(
      ({ slot, result }) => slot.fileName === fileName && result.kind === 'active',
    )
  );
}

/** Those that a turn of this instant came to. */
function takenNow(
  scene: Scene,
  { fileName }: SimulatedDag,
  { outcome }: Backlog,
  left: readonly Slot[],
): readonly Slot[] {
  const asks = scene.runs.asks.filter(
    ({ slot, trigger }) => slot.fileName === fileName && trigger === 'catchup',
  );
  const asked = new Map(asks.map((ask) => [keyOf(ask.slot), ask.instant]));
  return left.filter((slot) => {
    const at = asked.get(keyOf(slot));
    if (at !== undefined) return at === scene.instant;
    return outcome(slot)?.fate !== 'pending';
  });
}

/** What an earlier turn had asked for has its answer only now. */
function isAnswered(scene: Scene, slot: Slot): boolean {
  const ask = askFor(scene, slot);
  return ask !== undefined && ask.instant !== scene.instant && ask.answered === scene.instant;
}

function judgeTurn(
  scene: Scene,
  dag: SimulatedDag,
  given: { readonly turn: Turn; readonly taken: readonly Slot[]; readonly left: readonly Slot[] },
): readonly string[] {
  const { turn, taken, left } = given;
  if (taken.length > 1) return [`${taken.length} were caught up in one turn`];
  if (taken.length === 1) {
    const waiting = left.filter((slot) => !isAnswered(scene, slot));
    const surplus = turn.isKilled ? cappedUnseen(scene, dag, waiting.length) : 0;
    const isOldest = taken[0] === waiting[0] || taken[0] === waiting[surplus];
    if (!isOldest) return ['not the oldest was caught up'];
    const mayFollow = scene.runs.of(dag.name).some(({ runId }) => scene.runs.ended.has(runId));
    const isTurn = turn.isAllowed || turn.isRefused || mayFollow;
    return isTurn ? [] : ['caught up between two turns'];
  }
  if (!turn.isRequired || left.length === 0 || turn.isRefused) return [];
  const isAsking = scene.runs.asks.some(({ slot }) => slot.fileName === dag.fileName);
  const stays =
    dag.policy.overlapPolicy !== 'skip' && scene.runs.activeInInstant(dag.name).length > 0;
  const [oldest] = left;
  const isHeld = oldest !== undefined && isRestarting(scene, oldest);
  return isAsking || stays || isHeld || givesWay(scene, dag)
    ? []
    : ['no turn came to the oldest that waits'];
}

/** A run that a slot of this minute has begun goes first. */
function givesWay({ runs, wall }: Scene, { name }: SimulatedDag): boolean {
  const active = new Set(runs.activeInInstant(name));
  return runs
    .of(name)
    .some(
      ({ runId, trigger, createdAt }) =>
        active.has(runId) && trigger === 'scheduler' && createdAt > wall - LIVE_MS,
    );
}

/** How many of so many were capped for slots that came due, where a kill took back both. */
function cappedUnseen(scene: Scene, { fileName }: SimulatedDag, waiting: number): number {
  const stored = new Set(scene.changes.map(({ key }) => key));
  const lost = [...scene.undecided.values()].filter(
    ({ slot }) =>
      slot.fileName === fileName && isCatchable(scene, slot) && !stored.has(keyOf(slot)),
  );
  return Math.max(0, waiting + lost.length - MAX_WAITING);
}
