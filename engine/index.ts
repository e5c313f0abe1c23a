import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config/config.ts';
import type { EngineClient } from './contract/client.ts';
import { EngineError } from './contract/errors.ts';
import type { SubscribeEvents } from './contract/events.ts';
import { localOwner, type CallEngine, type OperationHandlers } from './contract/operations.ts';
import { createRetention } from './execution/retention.ts';
import { Runner } from './execution/runner.ts';
import { isoTime, type Clock } from './lib/clock.ts';
import type { Logger } from './lib/logger.ts';
import { StartError } from './lib/start-error.ts';
import { readHolder, removeHolder, writeHolder } from './platform/engine-holder.ts';
import { systemProcesses } from './platform/step-processes.ts';
import { systemClock } from './platform/system-clock.ts';
import { createAnnounce } from './services/announce.ts';
import { createBaseConfig } from './services/base-config.ts';
import { createCall } from './services/call.ts';
import { DagCatalog } from './services/dag-catalog.ts';
import { dagDefinitionHandlers } from './services/dag-definitions.ts';
import { dagRunHandlers } from './services/dag-runs.ts';
import { createDefinitions } from './services/definitions.ts';
import { createEventHub } from './services/event-hub.ts';
import { createFindCalled } from './services/find-called.ts';
import { followLogs } from './services/follow-logs.ts';
import { installSamples } from './services/install-samples.ts';
import type { Parts } from './services/parts.ts';
import { createRunWaiters } from './services/run-waiters.ts';
import { runChangeHandlers } from './services/run-changes.ts';
import { runHandlers } from './services/runs.ts';
import { subRunHandlers } from './services/sub-runs.ts';
import { systemHandlers } from './services/system.ts';
import { DatabaseInUse, openDatabase, type Database } from './storage/database.ts';
import { WriteQueue } from './storage/write-queue.ts';

/** A running engine. Everything that can be asked of it goes through `call`. */
export interface Engine {
  readonly call: CallEngine;
  readonly subscribe: SubscribeEvents;
  /** The engine as its owner's client: for the CLI in process, and for tests. */
  readonly client: EngineClient;
  /** Steps that have a process now. */
  readonly runningSteps: () => number;
  /** Lets go of everything. Steps that run live on and are taken over by the next start; returns how many. */
  readonly stop: () => Promise<number>;
}

export interface EngineOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly clock?: Clock;
  /** Folder of definitions for an empty home; null: none. */
  readonly samplesDir?: string | null;
  /** Whether runs that an earlier engine left go on; true when left out. A reader of history leaves them alone. */
  readonly resume?: boolean;
}

/**
 * Starts an engine on the folders of its configuration.
 *
 * @throws StartError in words for a person: another engine holds the data folder, the database cannot be used.
 */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { dataDir, logDir } = options.config.paths;
  for (const folder of [dataDir, logDir]) await makeFolder(folder);
  const db = openStore(dataDir);
  try {
    return await startOn(db, options);
  } catch (error) {
    db.close();
    removeHolder(dataDir);
    throw error;
  }
}

async function startOn(db: Database, options: EngineOptions): Promise<Engine> {
  const { config, log, clock = systemClock } = options;
  const { dataDir } = config.paths;
  writeHolder(dataDir, { pid: process.pid, startedAt: isoTime(clock.now()) });
  const parts = joinParts({ config, log, clock, db });
  await readDags(parts, config.skipExamples ? null : (options.samplesDir ?? null));
  if (options.resume ?? true) parts.runner.resumeAll();
  const endRetention = parts.retention.daily();
  const answer = createCall(handlersOf(parts), log);
  let stopped: Promise<number> | null = null;

  const call: CallEngine = async (name, input, caller) => {
    if (stopped === null) return answer(name, input, caller);
    throw new EngineError('service_unavailable', 'The engine has stopped.');
  };

  async function stop(): Promise<number> {
    endRetention();
    const steps = parts.runner.runningSteps;
    parts.runner.detach();
    parts.waiters.giveUpAll();
    parts.events.close();
    parts.catalog.stop();
    parts.writes.close();
    db.close();
    removeHolder(dataDir);
    return steps;
  }

  return {
    call,
    subscribe: parts.events.subscribe,
    client: {
      call: (name, input) => call(name, input, localOwner),
      subscribe: parts.events.subscribe,
    },
    runningSteps: () => parts.runner.runningSteps,
    stop: () => (stopped ??= stop()),
  };
}

async function readDags({ config, log, catalog }: Parts, samplesDir: string | null): Promise<void> {
  const folder = config.paths.dagsDir;
  try {
    if (await installSamples(samplesDir, folder)) log.info('Samples were installed', { folder });
    await catalog.start();
  } catch (error) {
    throw new StartError(
      `The folder of DAGs ${folder} cannot be read: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new StartError(`The folder ${folder} cannot be made: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function openStore(dataDir: string): Database {
  try {
    return openDatabase(join(dataDir, 'engine.db'));
  } catch (error) {
    if (!(error instanceof DatabaseInUse)) throw error;
    const holder = readHolder(dataDir);
    const who = holder === null ? '' : ` (process ${holder.pid}, started ${holder.startedAt})`;
    throw new StartError(
      `Another Dagwright engine${who} already serves ${dataDir}. Stop it, or set SVC_HOME to another folder.`,
      { cause: error },
    );
  }
}

function handlersOf(parts: Parts): OperationHandlers {
  return {
    ...systemHandlers(parts),
    ...dagDefinitionHandlers(parts),
    ...dagRunHandlers(parts),
    ...runHandlers(parts),
    ...runChangeHandlers(parts),
    ...subRunHandlers(parts),
  };
}

type Base = Pick<Parts, 'config' | 'log' | 'clock' | 'db'>;

/** Joins the parts. Those that call each other are tied by the callbacks here, and nowhere else. */
function joinParts(base: Base): Parts & { readonly retention: ReturnType<typeof createRetention> } {
  const { config, log, clock, db } = base;
  const writes = new WriteQueue(db, clock, log);
  const definitions = createDefinitions(db);
  const waiters = createRunWaiters(clock);
  const defaultShell = config.defaultShell ?? [process.env['SHELL'] ?? 'sh'];
  const events = createEventHub({
    log,
    followLogs: (name, dagRunId, listener) => followLogs(db, clock, { name, dagRunId }, listener),
  });
  const announce = createAnnounce({ db, definitions, waiters, events });
  const retention = createRetention({
    ...base,
    writes,
    removed: ({ dagName, runId }) =>
      events.publish(() => ({ type: 'run.removed', name: dagName, dagRunId: runId })),
  });
  const baseConfig = createBaseConfig(config.paths.baseConfig);
  const catalog = new DagCatalog({
    ...base,
    folder: config.paths.dagsDir,
    base: baseConfig,
    baseFile: config.paths.baseConfig,
    writes,
    timezone: config.timezone,
    changed: (fileName, change) =>
      events.publish(() => ({ type: 'dag.changed', fileName, change })),
  });
  const runner = new Runner({
    ...base,
    writes,
    processes: systemProcesses,
    dataDir: config.paths.dataDir,
    logDir: config.paths.logDir,
    defaultShell,
    ownEnvironment: process.env,
    findCalled: createFindCalled({ db, base: baseConfig, catalog }),
    changed: announce,
    ended: ({ dagName, retentionDays }) => retention.apply(dagName, retentionDays),
  });
  return {
    ...base,
    writes,
    definitions,
    waiters,
    announce,
    defaultShell,
    events,
    retention,
    runner,
    base: baseConfig,
    catalog,
    startedAt: clock.now(),
  };
}
