import { Scheduler } from '../../../../engine/scheduler/scheduler.ts';
import type { Database } from '../../../../engine/storage/database.ts';
import type { SlotRecord } from '../../../../engine/storage/slots.ts';
import { WriteQueue } from '../../../../engine/storage/write-queue.ts';
import { seededRandom, type SeededRandom } from '../../../../scripts/samples/seeded-random.ts';
import { Observer } from './observer.ts';
import { scheduledDag, type SimulatedDag } from './simulated-dag.ts';
import { emptyStore, errorLogger, quiet, survivingStore } from './simulated-engine.ts';
import { SimulatedMachine } from './simulated-machine.ts';
import { SimulatedRuns } from './simulated-runs.ts';
import { describeFailure, judgeEnd } from './reports.ts';

/** Where a planned kill meets the engine. */
export type KillStage = 'looking' | 'asked' | 'writing' | 'claimed' | 'decided' | 'begun';

/** A Saturday, so that a week is soon over. */
const BEGIN = Date.UTC(2026, 10, 21, 10, 0, 0, 500);
const MAX_TIMERS_AT_ONCE = 1000;
/** What the clock showed so long before an engine ended may be the last that it stored. */
const SEEN_MS = 65_000;

/** A machine, its people and the real scheduler on it, in a time of its own; each instant of it is judged. */
export class Simulation {
  readonly seed: number;
  readonly random: SeededRandom;
  readonly machine = new SimulatedMachine(BEGIN);
  readonly dags = new Map<string, SimulatedDag>();
  readonly runs: SimulatedRuns;
  readonly observer: Observer;
  /** What happened, for whoever has to find out why it went wrong. */
  readonly story: string[] = [];
  /** The store takes no runs. */
  isUnavailable = false;
  /** The engine is killed when it comes to this. */
  killAt: KillStage | null = null;
  instants = 0;
  /** All files that there ever were. */
  readonly #files = new Set<string>();
  readonly #errors: string[] = [];
  readonly #abandoned: Database[] = [];
  /** What runs do while no engine is there to hear of it. */
  readonly #postponed: (() => void)[] = [];
  #db: Database = emptyStore();
  #engine: { readonly scheduler: Scheduler; readonly writes: WriteQueue } | null = null;
  #generation = 0;
  #isStarted = false;
  #isKilled = false;
  #told: SlotRecord[] = [];
  /** Sleeps and steps of the clock: when, in awake time, and what the wall clock showed before. */
  readonly #jumps: { readonly awake: number; readonly wall: number }[] = [];
  #offSince = BEGIN;
  /** The earliest that the clock showed shortly before. */
  #lowest = BEGIN;

  /** `random` decides what is left to chance; that of the seed when left out. */
  constructor(seed: number, random: SeededRandom = seededRandom(seed)) {
    this.seed = seed;
    this.random = random;
    const { machine, dags } = this;
    this.runs = new SimulatedRuns({
      db: () => this.#db,
      wall: () => machine.wall,
      elapsed: () => machine.elapsed,
      instant: () => this.instants,
      dag: (fileName) => dags.get(fileName),
      after: (delayMs, callback) => this.#later(delayMs, callback),
      random,
      isUnavailable: () => this.isUnavailable,
      mayKill: (stage) => this.#mayKill(stage),
      decided: (slot) => {
        if (this.isOn) this.#told.push(slot);
      },
      told: (dagName) => this.#engine?.scheduler.runEnded(dagName),
    });
    const note = (text: string): void => this.note(text);
    this.observer = new Observer({ machine, dags, runs: this.runs, note });
    this.observer.ledger.watch(this.#db);
  }

  get isOn(): boolean {
    return this.#engine !== null;
  }

  note(text: string): void {
    this.story.push(`${new Date(this.machine.wall).toISOString()} ${text}`);
  }

  /** Starts the engine. */
  async start(): Promise<void> {
    const { machine, observer, random } = this;
    this.note('the engine starts');
    await this.#happens(() => {
      this.#isStarted = true;
      observer.engineStarts();
      if (observer.existing.isAny || observer.isAnyPutOff)
        observer.aways.off(this.#offSince, this.#lowest, machine.wall);
      for (const fileName of this.#files) {
        observer.existing.read(fileName, this.dags.get(fileName), machine.wall);
      }
      this.#createEngine();
      void this.#engine?.scheduler.start();
      for (const callback of this.#postponed.splice(0)) {
        machine.after(random.between(1, 400), callback);
      }
    });
  }

  /** Stops the engine in good order. */
  async stop(): Promise<void> {
    const engine = this.#engine;
    if (engine === null) return;
    this.note('the engine stops');
    await this.#happens(() => engine.scheduler.stop());
    if (!this.isOn) return;
    engine.writes.close();
    this.observer.aways.stopped(this.machine.awake);
    this.#endEngine();
    this.runs.forgetAsks();
    await this.#happens(() => undefined);
  }

  /** Ends the engine where it stands. */
  async kill(): Promise<void> {
    await this.#happens(() => this.#kill());
  }

  /** Lets the machine be awake for some time, or until the engine is killed. */
  async pass(forMs: number): Promise<void> {
    const { machine } = this;
    const until = machine.awake + forMs;
    const wasOn = this.isOn;
    while (machine.awake < until && this.isOn === wasOn) {
      await this.#happens(() => machine.advance(until - machine.awake));
    }
  }

  async sleep(forMs: number, timers: 'stand still' | 'catch up', isTold: boolean): Promise<void> {
    const { machine, observer } = this;
    this.note(`sleep for ${forMs / 1000} s, timers ${timers}${isTold ? ', told' : ''}`);
    const from = machine.wall;
    this.#jumps.push({ awake: machine.awake, wall: from });
    machine.sleep(forMs, timers);
    observer.disturb();
    if (this.isOn) observer.aways.slept(from, machine.wall);
    if (isTold) await this.#happens(() => this.#engine?.scheduler.wake());
  }

  setClock(byMs: number): void {
    const { machine } = this;
    const before = machine.wall;
    this.#jumps.push({ awake: machine.awake, wall: before });
    machine.setClock(byMs);
    this.note(`the clock is set by ${byMs / 1000} s`);
    this.observer.clockSet(before, this.isOn);
  }

  /** Somebody writes, changes or removes a definition. */
  async edit(fileName: string, dag: SimulatedDag | undefined): Promise<void> {
    const { observer, machine } = this;
    this.note(`${fileName} is now ${dag === undefined ? 'gone' : JSON.stringify(dag)}`);
    await this.#happens(() => {
      this.#files.add(fileName);
      if (dag === undefined) this.dags.delete(fileName);
      else this.dags.set(fileName, dag);
      if (!this.isOn) return;
      if (dag === undefined) this.runs.dagDeleted(fileName);
      observer.comeDue();
      if (dag === undefined) observer.forgive(fileName);
      observer.existing.read(fileName, dag, machine.wall);
      this.#engine?.scheduler.changed(fileName);
    });
  }

  /** Under the name of another DAG, where one is given. */
  async startByHand(dag: SimulatedDag, as: SimulatedDag = dag): Promise<void> {
    this.note(`${dag.fileName} is run by hand as ${as.name}`);
    await this.#happens(() => this.runs.startByHand(dag, as));
  }

  /** What must be true when all has come to rest. */
  finish(): void {
    this.#complain(judgeEnd(this.observer.ledger, this.runs.runs, this.#db));
  }

  close(): void {
    this.#engine?.scheduler.stop();
    for (const db of [this.#db, ...this.#abandoned]) db.close();
  }

  #later(delayMs: number, callback: () => void): void {
    this.machine.after(delayMs, () => {
      if (this.isOn) callback();
      else this.#postponed.push(callback);
    });
  }

  #createEngine(): void {
    const generation = (this.#generation += 1);
    const isAlive = (): boolean => this.#generation === generation && this.isOn;
    const db = this.#db;
    const plain = this.machine.clock(isAlive);
    const elapsed = (): number => {
      if (isAlive()) this.#mayKill('looking');
      return plain.elapsed();
    };
    const clock = { ...plain, elapsed };
    const log = errorLogger(this.#errors);
    const writes = new WriteQueue(db, { clock, log });
    const { dags } = this;
    const get = (fileName: string): ReturnType<typeof scheduledDag> | null => {
      const dag = dags.get(fileName);
      return dag === undefined ? null : scheduledDag(dag);
    };
    const scheduler = new Scheduler({
      db,
      writes,
      clock,
      log,
      config: { timezone: 'UTC' },
      dags: { all: () => [...dags.values()].map(scheduledDag), get, readAhead: () => undefined },
      runs: this.runs.forEngine(writes, isAlive),
      bootId: 'boot',
      planned: {
        begin: () => Promise.resolve(),
        enter: () => Promise.resolve(),
        fail: () => undefined,
      },
      decided: (slot) => {
        if (!isAlive()) return;
        this.#told.push(slot);
        this.#mayKill('decided');
      },
    });
    this.#engine = { scheduler, writes };
  }

  #mayKill(stage: KillStage): void {
    if (this.killAt === stage) this.#kill();
  }

  /** What was committed is all that is left. */
  #kill(): void {
    if (this.#engine === null) return;
    this.note(`kill -9 (${this.killAt ?? 'between looks'})`);
    this.killAt = null;
    this.#isKilled = true;
    this.#abandoned.push(this.#db);
    this.#db = survivingStore(this.#db);
    this.observer.ledger.watch(this.#db);
    this.#endEngine();
  }

  #endEngine(): void {
    const { wall, awake } = this.machine;
    this.#engine = null;
    this.observer.engineEnds();
    const recent = this.#jumps.filter((jump) => awake - jump.awake <= SEEN_MS);
    this.#offSince = wall;
    this.#lowest = Math.min(wall, ...recent.map((jump) => jump.wall));
  }

  /** One instant: what begins it, all that follows at the same time, and the verdict. */
  async #happens(act: () => void): Promise<void> {
    this.instants += 1;
    act();
    await quiet();
    for (let fired = 0; this.machine.isTimerDue; fired += 1) {
      if (fired > MAX_TIMERS_AT_ONCE) this.#complain(['The engine goes round in circles.']);
      this.machine.advance(0);
      await quiet();
    }
    const problems = this.observer.judgeInstant({
      instant: this.instants,
      isOn: this.isOn,
      isStarted: this.#isStarted,
      isKilled: this.#isKilled,
      db: this.#db,
      told: this.#told,
    });
    this.#told = [];
    this.#isStarted = false;
    this.#isKilled = false;
    this.#complain(problems);
  }

  #complain(problems: readonly string[]): void {
    const all = [...problems, ...this.#errors];
    if (all.length === 0) return;
    const { seed, machine, story } = this;
    throw new Error(
      describeFailure({ seed, wall: machine.wall, problems: all, story, db: this.#db }),
    );
  }
}
