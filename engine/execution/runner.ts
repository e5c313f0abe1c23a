import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { loadDag } from '../dag/load-dag.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { createSpawnQueue } from '../platform/spawn-queue.ts';
import { openAttempts } from '../storage/attempts.ts';
import type { Database } from '../storage/database.ts';
import { nodesOf, outputsOf } from '../storage/nodes.ts';
import { definitionText, finishRun, runsWithStatus, type RunRecord } from '../storage/runs.ts';
import type { WriteQueue } from '../storage/write-queue.ts';
import type { RunContext } from './run-context.ts';
import { makeFolder } from './make-folder.ts';
import { RunDriver, type RunChange } from './run-driver.ts';
import { workFolders } from './run-folders.ts';
import type { LoadedRun } from './run-state.ts';

export interface RunnerOptions {
  readonly db: Database;
  readonly writes: WriteQueue;
  readonly clock: Clock;
  readonly log: Logger;
  readonly dataDir: string;
  readonly defaultShell: readonly string[];
  readonly ownEnvironment: NodeJS.ProcessEnv;
  readonly changed: (change: RunChange) => void;
  /** Called after the end of a run was committed and announced. */
  readonly ended: (run: RunRecord) => void;
}

/** All runs that are under way in this engine. */
export class Runner {
  readonly #options: RunnerOptions;
  readonly #drivers = new Map<number, RunDriver>();
  readonly #spawns = createSpawnQueue();

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  get runningSteps(): number {
    let steps = 0;
    for (const driver of this.#drivers.values()) steps += driver.runningSteps;
    return steps;
  }

  /** Begins a run whose rows the same transaction has just written. */
  begin(run: LoadedRun): void {
    makeFolder(run.record.logFolder, 'log_dir');
    this.#add(run).begin();
  }

  /** Forgets a run whose rows were not committed after all. */
  discard(id: number): void {
    this.#drivers.get(id)?.detach();
    this.#drivers.delete(id);
  }

  /** Goes on with the runs that an earlier engine left, whatever way it ended. */
  resumeAll(): void {
    for (const record of runsWithStatus(this.#options.db, 'running')) this.#resume(record);
  }

  /** Whether the run was under way. */
  stop(id: number): boolean {
    const driver = this.#drivers.get(id);
    driver?.stop();
    return driver !== undefined;
  }

  /** Lets go of all runs; their processes live on. */
  detach(): void {
    for (const driver of this.#drivers.values()) driver.detach();
    this.#drivers.clear();
  }

  #add(run: LoadedRun): RunDriver {
    const { record } = run;
    const { work } = workFolders(this.#options.dataDir, record.key);
    mkdirSync(work, { recursive: true });
    const driver = new RunDriver({
      ...this.#options,
      logger: this.#options.log,
      run,
      workFolder: work,
      spawns: this.#spawns,
      ended: () => this.#ended(record, work),
    });
    this.#drivers.set(record.id, driver);
    return driver;
  }

  #ended(record: RunRecord, workFolder: string): void {
    const { log, ended } = this.#options;
    this.#drivers.delete(record.id);
    rm(workFolder, { recursive: true, force: true }).catch((error: unknown) =>
      log.warn('A work folder cannot be removed', { folder: workFolder, error }),
    );
    ended(record);
  }

  #resume(record: RunRecord): void {
    const { db, log } = this.#options;
    const { dag } = loadDag(definitionText(db, record.definitionId), { name: record.dagName });
    if (dag === null) {
      // It could be read when it began: only a version that knows less of the language comes here.
      this.#giveUp(record, 'the definition of this run cannot be read by this version');
      return;
    }
    log.info('Taking over a run', { dag: record.dagName, run: record.runId });
    const context = JSON.parse(record.context) as RunContext;
    const nodes = nodesOf(db, record.id);
    const run = { record, dag, context, nodes, outputs: outputsOf(db, record.id) };
    this.#add(run).resume(openAttempts(db, record.id));
  }

  #giveUp(record: RunRecord, error: string): void {
    const { writes, clock, log, changed, ended } = this.#options;
    log.error('A run cannot go on', { dag: record.dagName, run: record.runId, error });
    writes.record(
      (db) => finishRun(db, record.id, { status: 'failed', finishedAt: clock.now(), error }),
      () => {
        changed({ kind: 'run', id: record.id });
        ended(record);
      },
    );
  }
}
