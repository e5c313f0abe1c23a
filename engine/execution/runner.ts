import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '../lib/clock.ts';
import { isDiskTrouble } from '../lib/disk-trouble.ts';
import { onItsOwn } from '../lib/faults.ts';
import { makeRunFolder } from '../lib/folders.ts';
import type { Logger } from '../lib/logger.ts';
import { isActiveRun } from '../contract/status.ts';
import type { DiskRoom } from '../platform/disk-room.ts';
import { removeFewFiles } from '../platform/remove-few-files.ts';
import { createSpawnQueue } from '../platform/spawn-queue.ts';
import type { StepMemory } from '../platform/step-memory.ts';
import type { StepProcesses } from '../platform/step-processes.ts';
import { openAttempts } from '../storage/attempts.ts';
import type { Database } from '../storage/database.ts';
import { openRuns, openRunsOfRoot, runById, updateRun, type RunRecord } from '../storage/runs.ts';
import type { WriteQueue } from '../storage/write-queue.ts';
import { loadRun, type Snapshots } from './state/load-run.ts';
import { LimitNotes } from './run/limit-notes.ts';
import type { OwnLogs } from './keep/own-folders.ts';
import { makeFolder } from './keep/make-folder.ts';
import type { Decision } from './node/node-runner.ts';
import { rerun } from './prepare/rerun.ts';
import { RunDriver } from './run/run-driver.ts';
import type { RunChange } from './state/run-change.ts';
import { workFolders } from './keep/run-folders.ts';
import type { LoadedRun } from './state/run-state.ts';
import type { TracedRun } from './state/traced-run.ts';
import type { ParamSchemas } from './prepare/param-schemas.ts';
import { createSubRuns } from './prepare/sub-runs.ts';
import { TakeOvers } from './take-overs.ts';
import type { FindCalled, SubRuns } from './state/sub-runs.ts';

export interface RunnerOptions {
  readonly db: Database;
  readonly snapshots: Snapshots;
  readonly aside: { readonly schemas: ParamSchemas };
  readonly writes: WriteQueue;
  readonly clock: Clock;
  readonly processes: StepProcesses;
  readonly room: DiskRoom;
  readonly memory: StepMemory;
  readonly log: Logger;
  readonly homeId: string;
  readonly dataDir: string;
  readonly dagsDir: string;
  readonly logDir: string;
  readonly ownLogs: OwnLogs;
  readonly defaultShell: readonly string[];
  readonly ownEnvironment: NodeJS.ProcessEnv;
  readonly findCalled: FindCalled;
  readonly changed: (change: RunChange) => void;
  /** Called after the end of a run was committed and announced. */
  readonly ended: (run: RunRecord) => void;
  /** Takes the trace of a run that has ended, where its DAG wants one. */
  readonly traced: (ended: TracedRun) => void;
  /** Called after a mail about a run was stored. */
  readonly mailDue: () => void;
  /** Called when a run counts no more in the load of its queue: it has ended, or waits for a person. */
  readonly left: (run: RunRecord) => void;
}

/** A run whose turn is still to come, or which could not be taken over yet. */
interface LateRun {
  readonly begin: () => void;
  readonly cancel: () => void;
}

const RESUME_MS = 1000;

/** All runs that are under way in this engine. Each goes on by itself, whatever becomes of the request that began or moved it. */
export class Runner {
  readonly #options: RunnerOptions;
  readonly #drivers = new Map<number, RunDriver>();
  readonly #spawns = createSpawnQueue();
  readonly #subRuns: SubRuns;
  /** Runs that are stored and have no driver yet. */
  readonly #later = new Map<number, LateRun>();
  readonly #limitNotes: LimitNotes;
  readonly #takeOvers: TakeOvers;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#limitNotes = new LimitNotes({ ...options, runs: () => this.#drivers.values() });
    this.#takeOvers = new TakeOvers({
      ...options,
      isKnown: (id) => this.#drivers.has(id) || this.#later.has(id),
      resume: (record) => this.#resume(record),
      stop: (id) => void this.stop(id),
    });
    this.#subRuns = createSubRuns({
      ...options,
      schemas: options.aside.schemas,
      find: options.findCalled,
      begin: (run) => this.begin(run),
      discard: (id) => this.discard(id),
      stop: (id) => void this.stop(id),
      retry: (id) => void this.retry(id, null),
    });
  }

  get runningSteps(): number {
    return stepsOf([...this.#drivers.values()]);
  }

  /** Running steps of a run and of those that it calls or that call it. */
  runningStepsOf({ id, rootId }: RunRecord): number {
    const root = rootId ?? id;
    return stepsOf([...this.#drivers.values()].filter((driver) => driver.rootId === root));
  }

  /** Begins a run whose rows the same transaction has just written. */
  begin(run: LoadedRun): void {
    // A run lives on when the request is answered that asked for it.
    onItsOwn(() => {
      if (this.#spawns.isHeld) this.#beginLater(run);
      else this.#beginNow(run);
    });
  }

  /** Forgets a run whose rows were not committed after all. */
  discard(id: number): void {
    this.#forgetLate(id);
    this.#drivers.get(id)?.detach();
    this.#drivers.delete(id);
  }

  /** Begins no run and no process until the returned function is called: for whoever has many runs to claim first. */
  holdSteps(): () => void {
    return this.#spawns.hold();
  }

  /** Goes on with the runs that an earlier engine left, whatever way it ended. */
  resumeAll(): void {
    const byRoot = Map.groupBy(openRuns(this.#options.db), ({ id, rootId }) => rootId ?? id);
    for (const records of byRoot.values()) this.#takeOvers.resume(records);
  }

  /**
   * Goes on with one run that an earlier engine left, with its callers and those that it called, unless it is under way
   * here. Resolves when it can be stopped and decided.
   *
   * @throws EngineError `rate_limited` while too many large definitions wait to be read.
   */
  async takeOver({ id, rootId }: RunRecord): Promise<void> {
    if (!this.#drivers.has(id) && !this.#later.has(id)) {
      onItsOwn(() => this.#takeOvers.resume(openRunsOfRoot(this.#options.db, rootId ?? id)));
      await this.#takeOvers.resumed(id);
    }
    await this.#drivers.get(id)?.secrets.known;
  }

  /** Whether the run was under way. */
  stop(id: number): boolean {
    return onItsOwn(() => {
      this.#later.get(id)?.begin();
      const driver = this.#drivers.get(id);
      driver?.stop();
      return driver !== undefined || this.#takeOvers.stop(id);
    });
  }

  /** Carries out what a person decided at a gate; null when nobody is waited for there. */
  decide(
    id: number,
    position: number,
    decision: Decision,
  ): { readonly hasOpenGates: boolean } | null {
    const driver = this.#drivers.get(id);
    if (driver === undefined || !onItsOwn(() => driver.decide(position, decision))) return null;
    return { hasOpenGates: driver.hasOpenGates };
  }

  /**
   * Runs what failed in an ended run again, and what follows from it; with a step's position, that step alone. False: it is
   * under way, if only since a moment ago.
   */
  retry(id: number, position: number | null): boolean {
    const { writes, clock, ownLogs, changed } = this.#options;
    const record = runById(this.#options.db, id);
    if (record === undefined || isActiveRun(record.status) || this.#drivers.has(id)) return false;
    const run = loadRun(this.#options.db, record);
    if (run === null) throw new Error(`the definition of run ${record.runId} cannot be read`);
    const again = rerun(run, { position, now: clock.now(), ownLogs });
    // One that begins is announced when it does.
    writes.commit(again.save, () => {
      if (again.run === null) changed({ kind: 'run', id });
    });
    if (again.run !== null) this.begin(again.run);
    return true;
  }

  /** Lets go of all runs; their processes live on. */
  detach(): void {
    for (const { cancel } of this.#later.values()) cancel();
    this.#later.clear();
    this.#takeOvers.close();
    this.#limitNotes.stop();
    for (const driver of this.#drivers.values()) driver.detach();
    this.#drivers.clear();
    this.#options.processes.close();
  }

  #add(run: LoadedRun): RunDriver {
    const { record } = run;
    const { work } = workFolders(this.#options.dataDir, record.key);
    makeRunFolder(work);
    const driver = new RunDriver({
      ...this.#options,
      ownEnvironment: run.ownEnvironment ?? this.#options.ownEnvironment,
      logger: this.#options.log,
      run,
      workFolder: work,
      spawns: this.#spawns,
      subRuns: this.#subRuns,
      caller: record.parentId === null ? null : (this.#drivers.get(record.parentId) ?? null),
      onProgress: (now) => this.#moved(now, work),
    });
    this.#drivers.set(record.id, driver);
    this.#limitNotes.keep();
    return driver;
  }

  #moved(record: RunRecord, workFolder: string): void {
    const isOver = !isActiveRun(record.status);
    if (isOver) {
      this.#drivers.delete(record.id);
      this.#removeWork(workFolder);
    }
    if (record.parentId !== null) this.#drivers.get(record.parentId)?.childChanged(record);
    else if (isOver) this.#options.ended(record);
    if (record.status !== 'running') this.#options.left(record);
  }

  // A large one is moved away first: the run may begin again before all of it is gone.
  #removeWork(work: string): void {
    const folder = `${work}.${randomUUID()}`;
    try {
      if (removeFewFiles(work)) return;
      renameSync(work, folder);
    } catch (error) {
      // The run has ended all the same, and who waits for it must be told; retention finds the folder later.
      const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (!isGone) this.#options.log.warn('Cannot remove a work folder', { folder: work, error });
      return;
    }
    rm(folder, { recursive: true, force: true }).catch((error: unknown) =>
      this.#options.log.warn('Cannot remove a work folder', { folder, error }),
    );
  }

  #resume(record: RunRecord): void {
    const { db, log } = this.#options;
    const run = loadRun(db, record);
    if (run === null) {
      // It could be read when it began: only a version that knows less of the language comes here.
      this.#giveUp(record, 'this version cannot read the definition of this run');
      return;
    }
    log.info('Taking over a run', { dag: record.dagName, run: record.runId });
    try {
      this.#add(run).resume(openAttempts(db, record.id));
    } catch (error) {
      if (!isDiskTrouble(error)) throw error;
      this.#resumeLater(record, error);
    }
  }

  #beginNow(run: LoadedRun): void {
    makeFolder(run.record.logFolder, 'log_dir', makeRunFolder);
    this.#add(run).begin();
  }

  /** All that it takes to be accepted are its rows, and a folder that its definition asks for. */
  #beginLater(run: LoadedRun): void {
    const { record } = run;
    if (dirname(record.logFolder) !== this.#options.logDir)
      makeFolder(record.logFolder, 'log_dir', makeRunFolder);
    let isCancelled = false;
    const begin = (): void => {
      this.#forgetLate(record.id);
      try {
        this.#beginNow(run);
      } catch (error) {
        this.#resumeLater(record, error);
      }
    };
    const cancel = (): void => {
      isCancelled = true;
    };
    this.#later.set(record.id, { begin, cancel });
    void this.#spawns.released().then(() => {
      if (!isCancelled) begin();
    });
  }

  /** What runs goes on meanwhile, and notes how it ends. */
  #resumeLater(record: RunRecord, error: unknown): void {
    const { clock, log } = this.#options;
    log.warn('Cannot take over a run yet', { dag: record.dagName, run: record.runId, error });
    const begin = (): void => {
      this.#forgetLate(record.id);
      this.#resume(record);
    };
    this.#later.set(record.id, { begin, cancel: clock.after(RESUME_MS, begin) });
  }

  #forgetLate(id: number): void {
    this.#later.get(id)?.cancel();
    this.#later.delete(id);
  }

  #giveUp(record: RunRecord, error: string): void {
    const { writes, clock, log, changed } = this.#options;
    log.error('Cannot continue a run', { dag: record.dagName, run: record.runId, error });
    const end = { status: 'failed', finishedAt: clock.now(), error } as const;
    writes.commit(
      (db) => updateRun(db, record.id, end),
      () => {
        changed({ kind: 'run', id: record.id });
        this.#moved({ ...record, ...end }, workFolders(this.#options.dataDir, record.key).work);
      },
    );
  }
}

function stepsOf(drivers: readonly RunDriver[]): number {
  return drivers.reduce((sum, { runningSteps }) => sum + runningSteps, 0);
}
