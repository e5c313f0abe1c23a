import { createEngineSecret } from './auth/engine-secret.ts';
import type { Config } from './config/config.ts';
import { asLive, type LiveConfig } from './config/live-config.ts';
import type { Authenticate, FollowRights } from './contract/authenticate.ts';
import type { EngineClient } from './contract/client.ts';
import type { SubscribeEvents } from './contract/events.ts';
import type { RunSummary } from './contract/run.ts';
import { localOwner, type CallEngine } from './contract/operations.ts';
import type { Clock } from './lib/clock.ts';
import { makePrivateFolder } from './lib/folders.ts';
import type { Logger } from './lib/logger.ts';
import { createServices } from './create-services.ts';
import { createLifecycles } from './lib/lifecycle.ts';
import { StartError } from './lib/start-error.ts';
import { createStoredSecrets } from './platform/keychain/stored-secrets.ts';
import { bootId } from './platform/process-identity.ts';
import { systemClock } from './platform/system-clock.ts';
import { auditCalls, type Refusal } from './services/audit/audit-calls.ts';
import { createCall } from './services/call.ts';
import { createDrain } from './services/drain.ts';
import type { EngineServices } from './services/engine-services.ts';
import { allHandlers } from './services/handlers/all-handlers.ts';
import { openStore, type Store } from './services/home/open-store.ts';
import { noteRefusedRequest } from './services/refused-deliveries.ts';
import { lifecyclesOf } from './services/lifecycles.ts';
import { findRun } from './storage/runs.ts';
import { userByName } from './storage/users.ts';

/** A running engine. Everything that can be asked of it goes through `call`. */
export interface Engine {
  readonly call: CallEngine;
  /** On whose behalf a request is made that came from outside. */
  readonly authenticate: Authenticate;
  readonly followRights: FollowRights;
  /** Notes what was refused before it became a call: in the audit log, and where it was a delivery among those of its webhook. */
  readonly refused: (refusal: Refusal) => void;
  readonly subscribe: SubscribeEvents;
  /** The engine as its owner's client: for the CLI in process, and for tests. */
  readonly client: EngineClient;
  /** A hint that the machine has slept: the scheduler looks at once. It would notice within seconds by itself. */
  readonly wake: () => void;
  /** Goes on with an active run that an earlier engine left, unless it is under way here. A queued one keeps its place. */
  readonly resume: (run: NamedRun) => Promise<void>;
  /** Steps that have a process now. */
  readonly runningSteps: () => number;
  /** Those of one run with its sub-DAG runs. */
  readonly runningStepsOf: (run: NamedRun) => number;
  /** Takes no new work any more, and resolves when the answers under way are given or have taken too long. */
  readonly drain: () => Promise<void>;
  /** Drains, and lets go of everything. Steps that run live on and are taken over by the next start; returns how many. */
  readonly stop: () => Promise<number>;
}

type NamedRun = Pick<RunSummary, 'name' | 'dagRunId'>;

export interface EngineOptions {
  readonly config: Config;
  /** What belongs to a `config` that is live; when left out, its live parts follow its config.yaml. */
  readonly reload?: LiveConfig['reload'];
  readonly allowHost?: LiveConfig['allowHost'];
  readonly log: Logger;
  readonly clock?: Clock;
  /** Tells one boot of the machine from another; that of the system when left out. */
  readonly bootId?: string;
  /** Folder of definitions for an empty home; null: none. */
  readonly samplesDir?: string | null;
  /** Whether a DAG that Git Sync brings must be accepted, where the settings say nothing; `always`: no. */
  readonly usualTrust?: 'review' | 'always';
  /**
   * Whether it goes on with what an earlier engine left, begins what is queued, acts on schedules, deletes what is old and
   * measures the machine; true when left out. The engine of a single command does nothing of that: it will be gone in a
   * moment, and would leave behind what nobody asked that command for. It drives the runs that it is asked for alone.
   */
  readonly isService?: boolean;
}

/**
 * Starts an engine on the folders of its configuration.
 *
 * @throws StartError in words for a person: another engine holds the data folder, the database cannot be used.
 */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { dataDir, logDir } = options.config.paths;
  for (const folder of [dataDir, logDir]) makeHomeFolder(folder);
  const { log, clock = systemClock, isService = true } = options;
  const store = await openStore(options.config.paths, { clock, log, isService });
  try {
    return await startOn(store, options);
  } catch (error) {
    store.close();
    throw error;
  }
}

async function startOn(store: Store, options: EngineOptions): Promise<Engine> {
  const { log, clock = systemClock } = options;
  const { config, reload } = asLive(options, process.env);
  const secrets = createStoredSecrets({ dataDir: config.paths.dataDir, clock });
  const engineSecret = createEngineSecret({ config, secrets, clock, log });
  const { db, home, guard } = store;
  const services = createServices({
    config,
    log,
    clock,
    db,
    home,
    guard,
    secrets,
    engineSecret,
    reload,
    bootId: options.bootId ?? bootId(),
    usualTrust: options.usualTrust ?? 'always',
  });
  const { auth, audit, events, runner, scheduler } = services;
  const { isService = true } = options;
  await auth.prepare({ isService });
  // Before anything goes on: settings that they refuse end the start.
  const handlers = allHandlers(services);
  const isUser = (name: string): boolean => userByName(db, name) !== undefined;
  const audited = auditCalls(createCall(handlers, services), audit, isUser);
  const calls = createDrain(audited.call, clock);
  const samplesDir = config.skipExamples ? null : (options.samplesDir ?? null);
  const lifecycles = createLifecycles(lifecyclesOf(services, { calls, samplesDir }), log);
  await lifecycles.start({ isService });
  let drained: Promise<void> | null = null;
  let stopped: Promise<number> | null = null;
  const drain = (): Promise<void> => (drained ??= lifecycles.drain());

  async function stop(): Promise<number> {
    await drain();
    const steps = runner.runningSteps;
    await lifecycles.stop();
    store.close();
    return steps;
  }

  return {
    call: calls.call,
    authenticate: auth.authenticate,
    followRights: auth.followRights,
    refused: (refusal) => {
      audited.refused(refusal);
      void noteRefusedRequest(services, refusal);
    },
    subscribe: events.subscribe,
    client: {
      call: (name, input) => calls.call(name, input, localOwner),
      subscribe: events.subscribe,
    },
    wake: () => scheduler.wake(),
    ...namedRuns(services),
    runningSteps: () => runner.runningSteps,
    drain,
    stop: () => (stopped ??= stop()),
  };
}

/** What is asked of a single run; of one that is not stored, nothing is done. */
function namedRuns({ db, runner }: Pick<EngineServices, 'db' | 'runner'>) {
  const resume: Engine['resume'] = async ({ name, dagRunId }) => {
    const run = findRun(db, name, dagRunId);
    if (run !== undefined) await runner.takeOver(run);
  };
  const runningStepsOf: Engine['runningStepsOf'] = ({ name, dagRunId }) => {
    const run = findRun(db, name, dagRunId);
    return run === undefined ? 0 : runner.runningStepsOf(run);
  };
  return { resume, runningStepsOf };
}

/** What runs print and put out is nobody else's business. */
function makeHomeFolder(folder: string): void {
  try {
    makePrivateFolder(folder);
  } catch (error) {
    const why = `The folder ${folder} cannot be made: ${(error as Error).message}.`;
    throw new StartError(`${why} Choose another home with SVC_HOME or --home.`, { cause: error });
  }
}
