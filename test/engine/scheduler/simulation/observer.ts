import type { Database } from '../../../../engine/storage/database.ts';
import type { SlotRecord } from '../../../../engine/storage/slots.ts';
import { AwayTimes } from './away-times.ts';
import { ExistingSlots, keyOf, type Slot } from './existing-slots.ts';
import { Judge } from './judge.ts';
import { LedgerMirror, type Change } from './ledger-mirror.ts';
import { LIVE_MS, LOOK_MS, type Undecided } from './scene.ts';
import type { SimulatedDag } from './simulated-dag.ts';
import type { SimulatedMachine } from './simulated-machine.ts';
import type { SimulatedRuns } from './simulated-runs.ts';

export interface Observed {
  readonly machine: SimulatedMachine;
  readonly dags: ReadonlyMap<string, SimulatedDag>;
  readonly runs: SimulatedRuns;
  /** Adds to the story. */
  readonly note: (text: string) => void;
}

/** How an instant went, beside what the store says. */
export interface Course {
  readonly instant: number;
  readonly isOn: boolean;
  readonly isStarted: boolean;
  readonly isKilled: boolean;
  readonly db: Database;
  /** Fates that the engine told its listener. */
  readonly told: readonly SlotRecord[];
}

/** The clock is noticed to have been set back from this on. */
const SET_BACK_MS = 2000;

/** Knows which slots have come due, has each instant judged, and keeps what the next one is judged by. */
export class Observer {
  readonly judge = new Judge();
  readonly ledger = new LedgerMirror();
  readonly existing = new ExistingSlots();
  readonly aways = new AwayTimes();
  readonly #world: Observed;
  readonly #undecided = new Map<string, Undecided>();
  /** Slots that may have a fate or none. */
  readonly #optional = new Set<string>();
  /** All slots until then have been found. */
  #horizon: number;
  #wallBefore: number;
  /** In awake time. */
  #disturbedAt = -Infinity;
  #setBackAt = -Infinity;
  #isSetBackWhileOff = false;
  /** When what a clock that was set back reopens must be gone, in awake time. */
  #reopenedBy: number | null = null;

  constructor(world: Observed) {
    this.#world = world;
    this.#horizon = world.machine.wall;
    this.#wallBefore = world.machine.wall;
  }

  /** Something kept the engine from looking, or made what it saw last untrue. */
  disturb(): void {
    const { awake, elapsed } = this.#world.machine;
    this.#disturbedAt = awake;
    this.aways.disturbed(awake);
    this.judge.disturb(elapsed);
  }

  /** An engine begins: what came due without one has to be decided from now on. */
  engineStarts(): void {
    const { awake } = this.#world.machine;
    this.disturb();
    if (this.#isSetBackWhileOff) this.#setBackAt = awake;
    this.#isSetBackWhileOff = false;
    this.comeDue();
    for (const one of this.#undecided.values()) {
      one.since = awake;
      one.exact = false;
    }
  }

  /** Whether any start waits for its time. */
  get isAnyPutOff(): boolean {
    return [...this.ledger.pending].some(({ reason }) => reason === 'jitter');
  }

  engineEnds(): void {
    this.#reopenedBy = null;
  }

  /** The clock was set to what it shows now. */
  clockSet(before: number, isOn: boolean): void {
    const { machine } = this.#world;
    const isAlone = machine.awake - this.#disturbedAt > LOOK_MS;
    this.disturb();
    this.#reopenedBy = null;
    if (machine.wall < before) this.#setBack(before - machine.wall, isOn, isAlone);
    else if (isOn) this.aways.setForward(before, machine.wall);
  }

  /** Finds the slots that have come due. */
  comeDue(): void {
    const { wall } = this.#world.machine;
    this.#startsCome();
    if (wall <= this.#horizon) return;
    for (const slot of this.existing.between(this.#horizon, wall)) {
      const key = keyOf(slot);
      if (this.ledger.rows.has(key) || this.#undecided.has(key)) continue;
      if (this.existing.mayExist(slot)) {
        this.#optional.add(key);
        continue;
      }
      this.#take(slot, slot.at);
    }
    this.#horizon = wall;
  }

  /** Finds those that were put off and start now. */
  #startsCome(): void {
    const { machine, dags } = this.#world;
    for (const row of this.ledger.pending) {
      const { fileName, kind, at, startsAt, reason } = row;
      if (reason !== 'jitter' || startsAt === null || startsAt > machine.wall) continue;
      const isKnown = this.#undecided.has(keyOf(row)) || !dags.has(fileName);
      if (!isKnown) this.#take({ fileName, kind, at }, startsAt);
    }
  }

  #take(slot: Slot, dueAt: number): void {
    const { wall, awake } = this.#world.machine;
    const dueAwake = awake - (wall - dueAt);
    const since = Math.max(dueAwake, this.#disturbedAt);
    const exact = dueAwake - this.#disturbedAt > LOOK_MS;
    this.#undecided.set(keyOf(slot), { slot, dueAt, since, exact });
  }

  /** A removed definition need not decide what it was about to. */
  forgive(fileName: string): void {
    for (const [key, { slot }] of this.#undecided) {
      if (slot.fileName !== fileName) continue;
      this.#undecided.delete(key);
      this.#optional.add(key);
    }
  }

  /** What waited for the answer to a question of its DAG, and is too late by now, is for the next look. */
  #leaveToNextLook(): void {
    const { runs, machine } = this.#world;
    const answered = runs.asks.filter(({ result }) => result.kind !== 'open');
    const files = new Set(answered.map(({ slot }) => slot.fileName));
    for (const one of this.#undecided.values()) {
      const isTooLate = machine.wall - one.dueAt >= LIVE_MS;
      if (!isTooLate || !files.has(one.slot.fileName)) continue;
      one.exact = false;
      one.since = machine.awake;
    }
  }

  /** What is wrong with this instant. */
  judgeInstant(course: Course): readonly string[] {
    const { machine, runs } = this.#world;
    const { isOn, isKilled, db } = course;
    if (isOn || isKilled) this.comeDue();
    const changes = isKilled ? this.ledger.changesByComparing(db) : this.ledger.changes();
    const isIdle = changes.length === 0 && !isOn && !isKilled;
    const problems = isIdle ? [] : this.#judge(course, changes);
    this.#tell(course.instant, changes);
    this.#apply(changes);
    if (isKilled) runs.forgetAsks();
    else problems.push(...judgeTold(changes, course.told, (row) => this.#isReopened(row)));
    problems.push(...this.#judgeFuture());
    this.#leaveToNextLook();
    runs.forget();
    this.#wallBefore = machine.wall;
    return problems;
  }

  #judge({ instant, isOn, isStarted, isKilled }: Course, changes: readonly Change[]): string[] {
    const { machine, runs, dags } = this.#world;
    const { wall, awake, elapsed } = machine;
    const { existing, aways, ledger } = this;
    const scene = {
      instant,
      wall,
      awake,
      elapsed,
      started: isStarted,
      setBack: awake - this.#setBackAt <= LOOK_MS,
      dags,
      existing,
      aways,
      ledger,
      runs,
      undecided: this.#undecided,
      optional: this.#optional,
      changes,
    };
    return this.judge.judge(scene, {
      isUndisturbed: isOn && awake - this.#disturbedAt > 2 * LOOK_MS,
      wallBefore: this.#wallBefore,
      isKilled,
    });
  }

  /** What an instant decides and a clock that was set back takes away in the same one. */
  #isReopened({ at }: SlotRecord): boolean {
    const { wall, awake } = this.#world.machine;
    return awake - this.#setBackAt <= LOOK_MS && at > wall;
  }

  #setBack(byMs: number, isOn: boolean, isAlone: boolean): void {
    const { wall, awake } = this.#world.machine;
    this.aways.setBack(byMs);
    this.existing.setBack(wall);
    this.#horizon = Math.min(this.#horizon, wall);
    this.#wallBefore = Math.min(this.#wallBefore, wall);
    const isNoticed = byMs > SET_BACK_MS && isAlone;
    this.#forget(wall, isOn && !isNoticed);
    if (!isOn) {
      this.#isSetBackWhileOff = true;
      return;
    }
    this.#setBackAt = awake;
    if (isNoticed) this.#reopenedBy = awake + LOOK_MS;
  }

  /**
   * What is in the future again is not due, but what waits for an answer goes on; and so does what the store has refused,
   * where the step may be too small to be noticed.
   */
  #forget(wall: number, isSmall: boolean): void {
    const asked = new Set(this.#world.runs.asks.map(({ slot }) => slot.fileName));
    for (const [key, { slot, dueAt }] of this.#undecided) {
      if (dueAt <= wall) continue;
      this.#undecided.delete(key);
      const goesOn = asked.has(slot.fileName) || (isSmall && this.judge.hasRefused(key));
      if (goesOn) this.#optional.add(key);
    }
  }

  /** Fates and answers are part of the story. */
  #tell(now: number, changes: readonly Change[]): void {
    const { runs, note } = this.#world;
    for (const { slot, trigger, instant, answered, result } of runs.asks) {
      if (instant !== now && answered !== now) continue;
      const answer = result.kind === 'claimed' || result.kind === 'active' ? result.runId : '';
      note(`asked by ${keyOf(slot)} (${trigger}): ${result.kind} ${answer}`);
    }
    for (const { key, before, after } of changes) {
      note(`${key}: ${fateOf(before)} -> ${fateOf(after)}`);
    }
  }

  #apply(changes: readonly Change[]): void {
    this.ledger.apply(changes);
    for (const { key, after } of changes) {
      if (after === undefined) continue;
      this.#undecided.delete(key);
      this.#optional.delete(key);
    }
  }

  /** What a clock that was set back made future can neither be missed nor wait to be caught up. */
  #judgeFuture(): readonly string[] {
    const { wall, awake } = this.#world.machine;
    if (this.#reopenedBy === null || awake <= this.#reopenedBy) return [];
    this.#reopenedBy = null;
    return [...this.ledger.rows.values()]
      .filter(({ at, fate, reason }) => {
        const isWaiting = fate === 'pending' && reason === 'to_catch_up';
        return at > wall && (fate === 'missed' || isWaiting);
      })
      .map((row) => `${keyOf(row)}: ${row.fate} in the future`);
  }
}

const fateOf = (row: SlotRecord | undefined): string =>
  row === undefined ? 'nothing' : `${row.fate}/${row.reason} ${row.dagRunId}`;

/** Whoever listens hears of each fate. */
function judgeTold(
  changes: readonly Change[],
  told: readonly SlotRecord[],
  mayBeGone: (row: SlotRecord) => boolean,
): readonly string[] {
  if (changes.length === 0 && told.length === 0) return [];
  const heard = new Map(told.map((row) => [keyOf(row), sortedText(row)]));
  const changed = new Map(changes.map(({ key, after }) => [key, after]));
  const unheard = [...changed].filter(
    ([key, after]) => after !== undefined && heard.get(key) !== sortedText(after),
  );
  const untrue = told.filter((row) => !changed.has(keyOf(row)) && !mayBeGone(row));
  return [
    ...unheard.map(([key]) => `${key}: nobody was told`),
    ...untrue.map((row) => `${keyOf(row)}: told what is not stored`),
  ];
}

const sortedText = (row: SlotRecord): string =>
  JSON.stringify(Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1)));
