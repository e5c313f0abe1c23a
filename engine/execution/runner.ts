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
import { createRunDriver, type RunChange, type RunDriver } from './run-driver.ts';
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
export interface Runner {
  /** Begins a run whose rows the same transaction has just written. */
  readonly begin: (run: LoadedRun) => void;
  /** Forgets a run whose rows were not committed after all. */
  readonly discard: (id: number) => void;
  /** Goes on with the runs that an earlier engine left, whatever way it ended. */
  readonly resumeAll: () => void;
  /** Whether the run was under way. */
  readonly stop: (id: number) => boolean;
  /** Lets go of all runs; their processes live on. Returns how many steps run. */
  readonly detach: () => number;
  readonly runningSteps: () => number;
}

export function createRunner(options: RunnerOptions): Runner {
  const { db, writes, clock, log } = options;
  const drivers = new Map<number, RunDriver>();
  const spawns = createSpawnQueue();

  function add(run: LoadedRun): RunDriver {
    const { record } = run;
    const { work } = workFolders(options.dataDir, record.key);
    mkdirSync(work, { recursive: true });
    mkdirSync(record.logFolder, { recursive: true });
    const driver = createRunDriver({
      ...options,
      run,
      workFolder: work,
      spawns,
      ended: () => {
        drivers.delete(record.id);
        rm(work, { recursive: true, force: true }).catch((error: unknown) =>
          log.warn('A work folder cannot be removed', { folder: work, error }),
        );
        options.ended(record);
      },
    });
    drivers.set(record.id, driver);
    return driver;
  }

  function resume(record: RunRecord): void {
    const { dag } = loadDag(definitionText(db, record.definitionId), { name: record.dagName });
    if (dag === null) {
      // It could be read when it began: only a version that knows less of the language comes here.
      giveUp(record, 'the definition of this run cannot be read by this version');
      return;
    }
    const context = JSON.parse(record.context) as RunContext;
    const run = {
      record,
      dag,
      context,
      nodes: nodesOf(db, record.id),
      outputs: outputsOf(db, record.id),
    };
    add(run).resume(openAttempts(db, record.id));
  }

  function giveUp(record: RunRecord, error: string): void {
    log.error('A run cannot go on', { dag: record.dagName, run: record.runId, error });
    writes.record(
      (database) =>
        finishRun(database, record.id, { status: 'failed', finishedAt: clock.now(), error }),
      () => {
        options.changed({ kind: 'run', id: record.id });
        options.ended(record);
      },
    );
  }

  return {
    begin: (run) => add(run).begin(),
    discard: (id) => {
      drivers.get(id)?.detach();
      drivers.delete(id);
    },
    resumeAll: () => {
      for (const record of runsWithStatus(db, 'running')) {
        log.info('Taking over a run', { dag: record.dagName, run: record.runId });
        resume(record);
      }
    },
    stop: (id) => {
      const driver = drivers.get(id);
      driver?.stop();
      return driver !== undefined;
    },
    detach: () => {
      const steps = countSteps(drivers);
      for (const driver of drivers.values()) driver.detach();
      drivers.clear();
      return steps;
    },
    runningSteps: () => countSteps(drivers),
  };
}

function countSteps(drivers: ReadonlyMap<number, RunDriver>): number {
  let steps = 0;
  for (const driver of drivers.values()) steps += driver.runningSteps();
  return steps;
}
