import { EngineError } from '../../../../engine/contract/errors.ts';
import type { RunStatus, TriggerType } from '../../../../engine/contract/status.ts';
import type { SlotRun, SlotRuns } from '../../../../engine/scheduler/ports.ts';
import type { Database } from '../../../../engine/storage/database.ts';
import { activeRunsOf, findRun, insertRun, updateRun } from '../../../../engine/storage/runs.ts';
import type { WriteQueue } from '../../../../engine/storage/write-queue.ts';
import { keyOf, type Slot } from './existing-slots.ts';
import type { SimulatedDag } from './simulated-dag.ts';

/** A run as the world knows it. */
export interface SimulatedRun {
  /** Row of the store. */
  readonly id: number;
  readonly runId: string;
  readonly dagName: string;
  /** The file whose steps it runs, whatever name it was given. */
  readonly fileName: string;
  /** Key of the slot that asked for it; null for that of a person. */
  readonly slot: string | null;
  readonly trigger: TriggerType;
  status: RunStatus;
  startedAt: number | null;
  endedAt: number | null;
  /** Somebody has told it to stop. */
  isTold: boolean;
  /** When it ended, in elapsed time. */
  endedElapsed: number | null;
}

export type AskResult =
  | { readonly kind: 'open' }
  | { readonly kind: 'claimed'; readonly runId: string }
  | { readonly kind: 'active'; readonly runId: string }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'unavailable' };

/** The scheduler asked for a run. */
export interface Ask {
  readonly slot: Slot;
  readonly trigger: SlotRun['trigger'];
  readonly params: string | undefined;
  /** Wall clock at that time. */
  readonly wall: number;
  /** The same had been asked and was not answered. */
  readonly isRepeated: boolean;
  /** Number of the instant in which it was asked. */
  readonly instant: number;
  /** Runs of the DAG that were active then. */
  readonly active: readonly string[];
  /** What the definition then said about runs that overlap. */
  readonly overlapPolicy: SimulatedDag['policy']['overlapPolicy'] | undefined;
  /** The latest run of the DAG at that time. */
  readonly latest: string | undefined;
  result: AskResult;
  /** Number of the instant in which it had its answer. */
  answered: number;
}

/** What the runs need of the world around them. */
export interface RunWorld {
  readonly db: () => Database;
  readonly wall: () => number;
  readonly elapsed: () => number;
  readonly instant: () => number;
  readonly dag: (fileName: string) => SimulatedDag | undefined;
  readonly after: (delayMs: number, callback: () => void) => void;
  readonly random: {
    readonly chance: (probability: number) => boolean;
    readonly between: (least: number, most: number) => number;
  };
  /** The store takes no writes. */
  readonly isUnavailable: () => boolean;
  /** The engine is killed here, if that is planned. */
  readonly mayKill: (stage: 'asked' | 'writing' | 'claimed') => void;
  readonly told: (dagName: string) => void;
}

export const paramsOfRun = (runId: string): string => `{"run":"${runId}"}`;

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
    this.#insert(this.#world.db(), dag, { runId, trigger: 'manual', slot: null });
    this.#register(dag, { runId, trigger: 'manual', slot: null });
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
    const about = { runId, trigger: run.trigger, slot: keyOf(run.slot) };
    try {
      await writes.commitSynced((db) => {
        const [active] = activeRunsOf(db, dag.name);
        if (active !== undefined) {
          const details = { dagRunId: active.runId };
          throw new EngineError('already_running', 'It is running.', { details });
        }
        this.#insert(db, dag, about);
        run.record(db, runId);
        this.#world.mayKill('writing');
      });
    } catch (error) {
      if (!isAlive()) return never();
      this.#answer(ask, resultOf(error));
      throw error;
    }
    // What a dead engine wrote counts when it was on the disk before it died.
    if (findRun(this.#world.db(), dag.name, runId) !== undefined) {
      this.#answer(ask, { kind: 'claimed', runId });
      this.#register(dag, about);
    }
    if (!isAlive()) return never();
    this.#world.mayKill('claimed');
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
    const { wall } = this.#world;
    const isQueued = about.trigger === 'catchup';
    insertRun(db, {
      key: about.runId,
      dagName: dag.name,
      runId: about.runId,
      fileName: dag.fileName,
      definition: 'steps: []',
      base: null,
      document: null,
      rootId: null,
      parentId: null,
      parentPosition: null,
      depth: 0,
      queue: dag.name,
      phase: 'checking',
      status: isQueued ? 'queued' : 'running',
      triggerType: about.trigger,
      attemptId: '',
      params: paramsOfRun(about.runId),
      context: '{}',
      tags: '[]',
      createdAt: wall(),
      queuedAt: isQueued ? wall() : null,
      startedAt: isQueued ? null : wall(),
      logFolder: '',
      retentionDays: 30,
    });
  }

  #register(dag: NamedFile, about: RunAbout): void {
    const { db, wall, random, after } = this.#world;
    const record = findRun(db(), dag.name, about.runId);
    if (record === undefined) throw new Error(`Run ${about.runId} was not stored.`);
    const isQueued = about.trigger === 'catchup';
    const run: SimulatedRun = {
      ...about,
      id: record.id,
      dagName: dag.name,
      fileName: dag.fileName,
      status: record.status,
      startedAt: isQueued ? null : wall(),
      endedAt: null,
      endedElapsed: null,
      isTold: false,
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
    run.status = 'running';
    run.startedAt = wall();
    updateRun(db(), run.id, { status: 'running', startedAt: wall() });
    after(this.#duration(), () => this.end(run, random.chance(0.7) ? 'succeeded' : 'failed'));
  }

  end(run: SimulatedRun, status: RunStatus): void {
    if (!isActive(run)) return;
    const { db, wall, elapsed, told } = this.#world;
    run.status = status;
    run.endedAt = wall();
    run.endedElapsed = elapsed();
    this.ended.add(run.runId);
    updateRun(db(), run.id, { status, finishedAt: wall() });
    told(run.dagName);
  }

  #stop(dagName: string, runId: string): boolean {
    const { db, wall, random, after } = this.#world;
    const run = this.of(dagName).find((one) => one.runId === runId);
    if (run === undefined || !isActive(run)) return false;
    run.isTold = true;
    this.stops.push(run);
    updateRun(db(), run.id, { stopRequestedAt: wall() });
    after(random.between(1, LONGEST_STOP_MS), () => this.end(run, 'aborted'));
    return true;
  }
}

/** Whose steps a run runs, and the name that it bears. */
type NamedFile = Pick<SimulatedDag, 'fileName' | 'name'>;

interface RunAbout {
  readonly runId: string;
  readonly trigger: 'manual' | SlotRun['trigger'];
  readonly slot: string | null;
}

function resultOf(error: unknown): AskResult {
  if (error instanceof EngineError && error.code === 'already_running') {
    // Written by the claim above.
    const { dagRunId } = error.extras.details as { readonly dagRunId: string };
    return { kind: 'active', runId: dagRunId };
  }
  if (error instanceof EngineError && error.code === 'service_unavailable') {
    return { kind: 'unavailable' };
  }
  return { kind: 'refused', message: error instanceof Error ? error.message : String(error) };
}

const never = (): Promise<never> => new Promise(() => undefined);
