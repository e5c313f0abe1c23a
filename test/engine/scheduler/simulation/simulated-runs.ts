import { EngineError } from '../../../../engine/contract/errors.ts';
import type { RunStatus } from '../../../../engine/contract/status.ts';
import type { QueueExit } from '../../../../engine/queue/queue-exit.ts';
import { replacedBy } from '../../../../engine/queue/replaced-by.ts';
import type { SlotRun, SlotRuns } from '../../../../engine/scheduler/ports.ts';
import { settleWaitingSlot } from '../../../../engine/scheduler/waiting-slots.ts';
import type { Database } from '../../../../engine/storage/database.ts';
import {
  findRun,
  insertRun,
  runById,
  updateRun,
  type RunPatch,
} from '../../../../engine/storage/runs.ts';
import type { WriteQueue } from '../../../../engine/storage/write-queue.ts';
import { keyOf } from './existing-slots.ts';
import type { SimulatedDag } from './simulated-dag.ts';
import {
  paramsOfRun,
  resultOf,
  storedRun,
  type Ask,
  type AskResult,
  type NamedFile,
  type Overlap,
  type Replaced,
  type RunAbout,
  type RunWorld,
  type SimulatedRun,
} from './simulated-run.ts';

const isActive = ({ status }: SimulatedRun): boolean => status === 'running' || status === 'queued';
const LONGEST_STOP_MS = 8000;

/** All runs: they are stored as the engine stores them, and end by themselves or when they are told to. */
export class SimulatedRuns {
  readonly runs: SimulatedRun[] = [];
  /** All that were not answered, and those that were in the last instant. */
  asks: Ask[] = [];
  /** Runs that somebody told to stop in this instant. */
  stops: SimulatedRun[] = [];
  readonly #world: RunWorld;
  /** Run ids of what ended in this instant, which was active in it all the same. */
  readonly ended = new Set<string>();
  #count = 0;

  constructor(world: RunWorld) {
    this.#world = world;
  }

  of(dagName: string): readonly SimulatedRun[] {
    return this.runs.filter((run) => run.dagName === dagName);
  }

  active(dagName: string): readonly SimulatedRun[] {
    return this.of(dagName).filter(isActive);
  }

  /** Ids of those that were active at some time in this instant. */
  activeInInstant(dagName: string): readonly string[] {
    return this.of(dagName)
      .filter((run) => isActive(run) || this.ended.has(run.runId))
      .map(({ runId }) => runId);
  }

  /** Somebody starts a run by hand, whatever else goes on, under the name of the DAG or of another one. */
  startByHand({ fileName }: SimulatedDag, { name }: SimulatedDag): void {
    const dag = { fileName, name };
    const runId = this.#newId('hand');
    this.#insert(this.#world.db(), dag, { runId, trigger: 'manual', slot: null, waits: false });
    this.#register(dag, { runId, trigger: 'manual', slot: null, waits: false });
  }

  /** As an engine sees them; what a dead one asks for is never answered. */
  forEngine(writes: WriteQueue, isAlive: () => boolean): SlotRuns {
    return {
      start: (run) => this.#start(run, writes, isAlive),
      stop: (dagName, runId) => isAlive() && this.#stop(dagName, runId),
      settling: () => undefined,
      paramsOf: (dagName, runId) => {
        const known = this.of(dagName).some((run) => run.runId === runId);
        return Promise.resolve(known ? paramsOfRun(runId) : undefined);
      },
    };
  }

  /** The instant is over. */
  forget(): void {
    this.asks = this.asks.filter(({ result }) => result.kind === 'open');
    this.stops = [];
    this.ended.clear();
  }

  /** Whoever asked is dead. */
  forgetAsks(): void {
    this.asks = [];
  }

  async #start(run: SlotRun, writes: WriteQueue, isAlive: () => boolean): Promise<void> {
    if (!isAlive()) return never();
    const ask = this.#note(run);
    this.#world.mayKill('asked');
    await this.#delay();
    if (!isAlive()) return never();
    const dag = this.#world.dag(run.slot.fileName);
    const refusal = this.#refusal(dag);
    if (refusal !== null || dag === undefined) {
      this.#answer(
        ask,
        refusal?.code === 'service_unavailable'
          ? { kind: 'unavailable' }
          : { kind: 'refused', message: refusal?.message ?? '' },
      );
      throw refusal ?? new EngineError('not_found', 'It is gone.');
    }
    await this.#claim(run, ask, { dag, writes, isAlive });
  }

  #note({ slot, trigger, params }: SlotRun): Ask {
    const { wall, instant, dag } = this.#world;
    const name = dag(slot.fileName)?.name ?? '';
    const ask: Ask = {
      slot,
      trigger,
      params,
      wall: wall(),
      isRepeated: this.asks.some(
        (ask) => ask.result.kind === 'open' && keyOf(ask.slot) === keyOf(slot),
      ),
      instant: instant(),
      active: this.active(name).map(({ runId }) => runId),
      overlapPolicy: dag(slot.fileName)?.policy.overlapPolicy,
      expected: null,
      latest: this.of(name).at(-1)?.runId,
      result: { kind: 'open' },
      answered: -1,
    };
    this.asks.push(ask);
    return ask;
  }

  /** Reading a definition takes a moment now and then. */
  async #delay(): Promise<void> {
    const { random, after } = this.#world;
    if (!random.chance(0.1)) return;
    await new Promise<void>((resolve) => after(random.between(1, 300), resolve));
  }

  #refusal(dag: SimulatedDag | undefined): EngineError | null {
    if (this.#world.isUnavailable()) {
      return new EngineError('service_unavailable', 'The database does not accept writes.');
    }
    if (dag === undefined) return new EngineError('not_found', 'There is no such DAG.');
    if (dag.problem !== null) return new EngineError('bad_request', dag.problem);
    return this.#world.random.chance(0.03)
      ? new EngineError('bad_request', 'A parameter is missing.')
      : null;
  }

  async #claim(
    run: SlotRun,
    ask: Ask,
    given: {
      readonly dag: SimulatedDag;
      readonly writes: WriteQueue;
      readonly isAlive: () => boolean;
    },
  ): Promise<void> {
    const { dag, writes, isAlive } = given;
    const runId = this.#newId('run');
    const waits = dag.isQueued && run.trigger === 'scheduler';
    const about = { runId, trigger: run.trigger, slot: keyOf(run.slot), waits };
    const policy = waits && run.slot.kind === 'start' ? dag.policy.overlapPolicy : 'skip';
    let replaced: readonly Replaced[] = [];
    try {
      await writes.commitSynced((db) => {
        ask.expected = this.#expected(dag.name, policy);
        replaced = this.#replace(db, { dagName: dag.name, queue: dag.name, policy });
        this.#insert(db, dag, about);
        run.record(db, runId, { waitsIn: waits ? dag.name : null });
        this.#world.mayKill('writing');
      });
    } catch (error) {
      if (!isAlive()) return never();
      this.#answer(ask, resultOf(error));
      throw error;
    }
    // What a dead engine wrote counts when it was on the disk before it died.
    if (findRun(this.#world.db(), dag.name, runId) !== undefined) {
      this.#answer(ask, { kind: 'claimed', runId, waits });
      for (const one of replaced) this.#registerReplaced(dag.name, one);
      this.#register(dag, about);
    }
    if (!isAlive()) return never();
    this.#world.mayKill('claimed');
  }

  /** The rule, told from the runs as the world knows them. */
  #expected(name: string, policy: Overlap): 'place' | 'refusal' {
    const active = this.active(name);
    const isWaiting = active.some(({ status }) => status === 'queued');
    return active.length === 0 || (isWaiting && policy !== 'skip') ? 'place' : 'refusal';
  }

  #replace(
    db: Database,
    place: { readonly dagName: string; readonly queue: string; readonly policy: Overlap },
  ): readonly Replaced[] {
    const now = this.#world.wall();
    return replacedBy(db, place).map((run) => {
      updateRun(db, run.id, { status: 'aborted', finishedAt: now });
      const slot = settleWaitingSlot(db, run, { exit: { kind: 'replaced' }, now });
      return { runId: run.runId, slot };
    });
  }

  #registerReplaced(dagName: string, { runId, slot }: Replaced): void {
    const run = this.of(dagName).find((one) => one.runId === runId);
    if (run === undefined) return;
    if (slot !== null) this.#world.decided(slot);
    run.isReplaced = true;
    this.#ended(run, 'aborted');
  }

  #answer(ask: Ask, result: AskResult): void {
    ask.result = result;
    ask.answered = this.#world.instant();
  }

  #newId(prefix: string): string {
    this.#count += 1;
    return `${prefix}-${this.#count}`;
  }

  #insert(db: Database, dag: NamedFile, about: RunAbout): void {
    insertRun(db, storedRun(dag, about, this.#world.wall()));
  }

  #register(dag: NamedFile, about: RunAbout): void {
    const { db, wall, random, after } = this.#world;
    const record = findRun(db(), dag.name, about.runId);
    if (record === undefined) throw new Error(`Run ${about.runId} was not stored.`);
    const isQueued = about.trigger === 'catchup' || about.waits;
    const run: SimulatedRun = {
      ...about,
      id: record.id,
      dagName: dag.name,
      fileName: dag.fileName,
      status: record.status,
      createdAt: wall(),
      startedAt: isQueued ? null : wall(),
      endedAt: null,
      endedElapsed: null,
      isTold: false,
      isReplaced: false,
    };
    this.runs.push(run);
    if (isQueued) after(this.#wait(), () => this.#begin(run));
    else after(this.#duration(), () => this.end(run, random.chance(0.7) ? 'succeeded' : 'failed'));
  }

  #wait(): number {
    const { random } = this.#world;
    return random.chance(0.7) ? random.between(1, 40) : random.between(1000, 150_000);
  }

  /** Most are short, some outlast the next slots. */
  #duration(): number {
    const { random } = this.#world;
    if (random.chance(0.6)) return random.between(50, 20_000);
    return random.chance(0.7)
      ? random.between(20_000, 200_000)
      : random.between(200_000, 2_000_000);
  }

  #begin(run: SimulatedRun): void {
    const { db, wall, random, after } = this.#world;
    if (run.status !== 'queued') return;
    if (this.#world.dag(run.fileName) === undefined) {
      this.#leave(run, { status: 'failed', exit: { kind: 'failed', why: 'its DAG was deleted' } });
      return;
    }
    const store = db();
    const now = wall();
    this.#change(run, { patch: { status: 'running', startedAt: now }, exit: { kind: 'begun' } });
    if (db() !== store) {
      // Killed before it was on the disk: it waits for the next engine.
      after(this.#wait(), () => this.#begin(run));
      return;
    }
    run.status = 'running';
    run.startedAt = now;
    after(this.#duration(), () => this.end(run, random.chance(0.7) ? 'succeeded' : 'failed'));
  }

  end(run: SimulatedRun, status: RunStatus): void {
    if (!isActive(run)) return;
    const { db, wall } = this.#world;
    updateRun(db(), run.id, { status, finishedAt: wall() });
    this.#ended(run, status);
  }

  #ended(run: SimulatedRun, status: RunStatus): void {
    const { wall, elapsed, told } = this.#world;
    run.status = status;
    run.endedAt = wall();
    run.endedElapsed = elapsed();
    this.ended.add(run.runId);
    told(run.dagName);
  }

  /** A DAG is gone: what waits of it begins no more. */
  dagDeleted(fileName: string): void {
    const exit = { kind: 'failed', why: 'its DAG was deleted' } as const;
    for (const run of this.runs)
      if (run.fileName === fileName && run.status === 'queued')
        this.#leave(run, { status: 'failed', exit });
  }

  #leave(
    run: SimulatedRun,
    { status, exit }: { readonly status: 'aborted' | 'failed'; readonly exit: QueueExit },
  ): void {
    const { wall } = this.#world;
    this.#change(run, { patch: { status, finishedAt: wall() }, exit });
    this.#ended(run, status);
  }

  /** A run leaves its queue, and its slot has its fate, in one transaction. */
  #change(
    { id }: SimulatedRun,
    { patch, exit }: { readonly patch: RunPatch; readonly exit: QueueExit },
  ): void {
    const { wall } = this.#world;
    const db = this.#world.db();
    const record = runById(db, id);
    if (record === undefined) throw new Error(`Run ${id} is not stored.`);
    const slot = db.transaction(() => {
      updateRun(db, id, patch);
      const settled = settleWaitingSlot(db, record, { exit, now: wall() });
      if (exit.kind === 'begun') this.#world.mayKill('begun');
      return settled;
    })();
    if (slot !== null) this.#world.decided(slot);
  }

  #stop(dagName: string, runId: string): boolean {
    const { db, wall, random, after } = this.#world;
    const run = this.of(dagName).find((one) => one.runId === runId);
    if (run === undefined || !isActive(run)) return false;
    run.isTold = true;
    this.stops.push(run);
    if (run.waits && run.status === 'queued') {
      const exit = { kind: 'removed', why: 'stopped by its schedule while queued' } as const;
      this.#leave(run, { status: 'aborted', exit });
      return true;
    }
    updateRun(db(), run.id, { stopRequestedAt: wall() });
    after(random.between(1, LONGEST_STOP_MS), () => this.end(run, 'aborted'));
    return true;
  }
}

const never = (): Promise<never> => new Promise(() => undefined);
