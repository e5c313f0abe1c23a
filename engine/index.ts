import { openEngineSecret } from './auth/engine-secret.ts';
import type { Config } from './config/config.ts';
import { asLive, type LiveConfig } from './config/live-config.ts';
import type { Authenticate } from './contract/authenticate.ts';
import type { EngineClient } from './contract/client.ts';
import type { SubscribeEvents } from './contract/events.ts';
import { localOwner, type CallEngine, type OperationHandlers } from './contract/operations.ts';
import type { Clock } from './lib/clock.ts';
import { makePrivateFolder } from './lib/folders.ts';
import type { Logger } from './lib/logger.ts';
import { createServices } from './create-services.ts';
import { StartError } from './lib/start-error.ts';
import { systemClock } from './platform/system-clock.ts';
import { apiKeyHandlers } from './services/handlers/access/api-keys.ts';
import { authHandlers } from './services/handlers/access/auth.ts';
import { auditCalls, type Refusal } from './services/audit/audit-calls.ts';
import { createCall } from './services/call.ts';
import { calendarHandlers } from './services/handlers/schedule/calendar.ts';
import { dagDefinitionHandlers } from './services/handlers/dags/dag-definitions.ts';
import { dagRunHandlers } from './services/handlers/dags/dag-runs.ts';
import { createDrain } from './services/drain.ts';
import { followSettings } from './services/follow-settings.ts';
import { installSamples } from './services/home/install-samples.ts';
import { openStore, type Store } from './services/home/open-store.ts';
import type { EngineServices } from './services/engine-services.ts';
import { nodeHandlers } from './services/handlers/system/nodes.ts';
import { oidcHandlers } from './services/handlers/access/oidc.ts';
import { queueHandlers } from './services/handlers/queues/queues.ts';
import { runChangeHandlers } from './services/handlers/runs/run-changes.ts';
import { runHandlers } from './services/handlers/runs/runs.ts';
import { subRunHandlers } from './services/handlers/runs/sub-runs.ts';
import { schedulePreviewHandlers } from './services/handlers/schedule/schedule-preview.ts';
import { slotHandlers } from './services/handlers/schedule/slots.ts';
import { monitoringHandlers } from './services/handlers/system/monitoring.ts';
import { systemHandlers } from './services/handlers/system/system.ts';
import { maintenanceHandlers } from './services/handlers/system/maintenance.ts';
import { userHandlers } from './services/handlers/access/users.ts';
import { webhookHandlers } from './services/handlers/webhooks/webhooks.ts';
import { userByName } from './storage/users.ts';
import { auditHandlers } from './services/handlers/system/audit.ts';

/** A running engine. Everything that can be asked of it goes through `call`. */
export interface Engine {
  readonly call: CallEngine;
  /** On whose behalf a request is made that came from outside. */
  readonly authenticate: Authenticate;
  /** Notes in the audit log what was refused before it became a call. */
  readonly refused: (refusal: Refusal) => void;
  readonly subscribe: SubscribeEvents;
  /** The engine as its owner's client: for the CLI in process, and for tests. */
  readonly client: EngineClient;
  /** A hint that the machine has slept: the scheduler looks at once. It would notice within seconds by itself. */
  readonly wake: () => void;
  /** Steps that have a process now. */
  readonly runningSteps: () => number;
  /** Takes no new work any more, and resolves when the answers under way are given or have taken too long. */
  readonly drain: () => Promise<void>;
  /** Drains, and lets go of everything. Steps that run live on and are taken over by the next start; returns how many. */
  readonly stop: () => Promise<number>;
}

export interface EngineOptions {
  readonly config: Config;
  /** What belongs to a `config` that is live; when left out, its live parts follow its config.yaml. */
  readonly reload?: LiveConfig['reload'];
  readonly allowHost?: LiveConfig['allowHost'];
  readonly log: Logger;
  readonly clock?: Clock;
  /** Folder of definitions for an empty home; null: none. */
  readonly samplesDir?: string | null;
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
  const { log, clock = systemClock } = options;
  const store = await openStore(options.config.paths, { clock, log });
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
  const engineSecret = await openEngineSecret(config, clock);
  const { db, home, guard } = store;
  const services = createServices({ config, log, clock, db, home, guard, engineSecret });
  await services.auth.prepare();
  // Before anything goes on: settings that they refuse end the start.
  const handlers = handlersOf(services);
  await readDags(services, config.skipExamples ? null : (options.samplesDir ?? null));
  const isService = options.isService ?? true;
  const endQueues = isService ? resume(services, reload) : (): void => undefined;
  if (isService) serve(services);
  const isUser = (name: string): boolean => userByName(services.db, name) !== undefined;
  const audited = auditCalls(createCall(handlers, services), services.audit, isUser);
  const way = createDrain(audited.call, clock);
  const { call } = way;
  let drained: Promise<void> | null = null;
  let stopped: Promise<number> | null = null;

  function drain(): Promise<void> {
    services.admission.close();
    endQueues();
    // Who waits longer for a run is told that it goes on.
    return (drained ??= way.drain().then(() => services.waiters.giveUpAll()));
  }

  async function stop(): Promise<number> {
    await drain();
    way.close();
    services.retention.stop();
    const steps = services.runner.runningSteps;
    services.runner.detach();
    services.waiters.giveUpAll();
    services.events.close();
    await services.nodes.close();
    services.catalog.stop();
    await services.aside.close();
    await services.newFiles.flush();
    services.health.stop();
    services.metrics.stop();
    services.resources.stop();
    services.audit.stop();
    services.writes.close();
    store.close();
    return steps;
  }

  return {
    call,
    authenticate: services.auth.authenticate,
    refused: audited.refused,
    subscribe: services.events.subscribe,
    client: {
      call: (name, input) => call(name, input, localOwner),
      subscribe: services.events.subscribe,
    },
    wake: () => services.scheduler.wake(),
    runningSteps: () => services.runner.runningSteps,
    drain,
    stop: () => (stopped ??= stop()),
  };
}

/** Goes on with what an earlier engine left: its runs, then what waits behind them. Returns the end of the queues. */
function resume(services: EngineServices, reload: LiveConfig['reload']): () => void {
  const { config, clock, log, runner, queues } = services;
  runner.resumeAll();
  queues.start();
  const endFollow = followSettings({
    configFile: config.paths.configFile,
    reload,
    clock,
    log,
    changed: ({ changed }) => {
      if (changed.includes('remoteNodes')) services.nodes.change(config.remoteNodes);
      if (!changed.includes('queues')) return;
      queues.limits.change(config.queues);
      queues.wakeAll();
    },
  });
  return () => {
    endFollow();
    services.scheduler.stop();
    queues.stop();
  };
}

/** What an engine does by itself while it stays. */
function serve({ scheduler, retention, resources, health, guard }: EngineServices): void {
  health.start();
  guard.checkTables();
  scheduler.start();
  retention.startDaily();
  resources.start();
}

async function readDags(
  { config, log, catalog }: EngineServices,
  samplesDir: string | null,
): Promise<void> {
  const folder = config.paths.dagsDir;
  try {
    if (await installSamples(samplesDir, folder)) log.info('Samples were installed', { folder });
    await catalog.start();
  } catch (error) {
    // A watch that went on would keep the process from ending.
    catalog.stop();
    throw new StartError(
      `The folder of DAGs ${folder} cannot be read: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

/** What runs print and put out is nobody else's business. */
function makeHomeFolder(folder: string): void {
  try {
    makePrivateFolder(folder);
  } catch (error) {
    throw new StartError(`The folder ${folder} cannot be made: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function handlersOf(services: EngineServices): OperationHandlers {
  return {
    ...systemHandlers(services),
    ...monitoringHandlers(services),
    ...dagDefinitionHandlers(services),
    ...dagRunHandlers(services),
    ...runHandlers(services),
    ...runChangeHandlers(services),
    ...subRunHandlers(services),
    ...maintenanceHandlers(services),
    ...queueHandlers(services),
    ...slotHandlers(services),
    ...calendarHandlers(services),
    ...schedulePreviewHandlers(services),
    ...authHandlers(services),
    ...userHandlers(services),
    ...apiKeyHandlers(services),
    ...nodeHandlers(services),
    ...webhookHandlers(services),
    ...auditHandlers(services),
    ...oidcHandlers(services),
  };
}
