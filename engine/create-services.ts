import { DagTree } from './platform/dag-folder/dag-tree.ts';
import { createAuth } from './auth/auth.ts';
import type { LiveConfig } from './config/live-config.ts';
import { Containers } from './containers/containers.ts';
import { isActiveRun } from './contract/status.ts';
import { Aside } from './execution/aside/aside.ts';
import { createSnapshots } from './execution/aside/snapshots.ts';
import { ownLogsOf } from './execution/keep/own-folders.ts';
import { Retention } from './execution/keep/retention.ts';
import { Runner } from './execution/runner.ts';
import { Mails } from './mails/mails.ts';
import { createMetrics } from './metrics/metrics.ts';
import { ResourceHistory } from './metrics/resource-history.ts';
import { RemoteNodes } from './remotes/remote-nodes.ts';
import { createDiskRoom } from './platform/disk-room.ts';
import { LateSync } from './platform/late-sync.ts';
import { createStepMemory } from './platform/step-memory.ts';
import { createSystemProcesses } from './platform/step-processes.ts';
import { secretsOfSync } from './sync/sync-secrets.ts';
import { GitSync } from './sync/git-sync.ts';
import { createQueueLimits } from './queue/queue-limits.ts';
import { RunQueues } from './queue/run-queues.ts';
import { Scheduler } from './scheduler/scheduler.ts';
import { createAdmission } from './services/admission.ts';
import { createAnnounce } from './services/announce.ts';
import { createAudit } from './services/audit/audit.ts';
import { createBaseConfig } from './services/catalog/base-config.ts';
import { createCaches, type Caches } from './services/caches.ts';
import { DagCatalog } from './services/catalog/dag-catalog.ts';
import { createDefinitions } from './services/definitions.ts';
import { createEventHub } from './services/event-hub.ts';
import { createFindCalled } from './services/catalog/find-called.ts';
import { HealthWatch } from './services/health-watch.ts';
import { followLogs } from './services/follow-logs.ts';
import type { EngineServices } from './services/engine-services.ts';
import { createReloadSettings } from './services/reload-settings.ts';
import { toSlot } from './services/present-slot.ts';
import { createRunWaiters } from './services/run-waiters.ts';
import {
  isAccepted,
  itemUnderReview,
  requireAccepted,
  requireItemAccepted,
} from './services/sync/review.ts';
import { knownSecrets } from './services/sync/known-secrets.ts';
import { followSyncedFiles } from './services/sync/follow-synced-files.ts';
import { dropForeignWebhook } from './services/follow-dag.ts';
import { keptHistory } from './services/catalog/kept-history.ts';
import { createScheduledDags } from './services/catalog/scheduled-dags.ts';
import { createPlannedRuns } from './services/plan-run.ts';
import { settlingSlots } from './services/settling-slots.ts';
import { createSlotRuns } from './services/slot-runs.ts';
import { Traces } from './traces/traces.ts';
import type { RunRecord } from './storage/runs.ts';
import { OldAge } from './storage/old-age.ts';
import { WriteQueue } from './storage/write-queue.ts';

type Base = Pick<
  EngineServices,
  'config' | 'log' | 'clock' | 'db' | 'home' | 'guard' | 'secrets' | 'engineSecret'
> & {
  readonly reload: LiveConfig['reload'];
  readonly usualTrust: 'review' | 'always';
  /** Tells one boot of the machine from another. */
  readonly bootId: string;
};

/** Creates all services. Those that call each other are tied by `all`, here and nowhere else. */
export function createServices(base: Base): EngineServices {
  const caches = createCaches(base.config.cache, base.clock);
  const all = (): EngineServices => services;
  const core = createCore(base, caches, all);
  const catalog = createCatalog(core, caches, all);
  // Runs live on when the request is answered that asked for them.
  const lasting = { ...core, aside: core.aside.shared(), catalog };
  const running = createExecution(lasting, caches, all);
  const scheduler = createScheduling({ ...core, catalog }, all);
  const measures = createMeasures({ ...core, catalog, scheduler }, caches);
  const gitSync = createGitSync(core, all);
  const reloadSettings = createReloadSettings(base.reload, all);
  const services: EngineServices = {
    reloadSettings,
    ...core,
    catalog,
    ...running,
    mails: createMails(core, all),
    traces: new Traces({ ...core, dataDir: base.config.paths.dataDir }),
    containers: new Containers({
      ...core,
      homeId: base.home.identity,
      dataDir: base.config.paths.dataDir,
    }),
    scheduler,
    gitSync,
    ...measures,
  };
  return services;
}

type Core = ReturnType<typeof createCore>;

/** What the others stand on. */
function createCore(base: Base, caches: Caches, all: () => EngineServices) {
  const { config, log, clock, db, guard, secrets } = base;
  const writes = new WriteQueue(db, { clock, log, damaged: (error) => guard.noteDamage(error) });
  const ages = new OldAge({ db, writes, clock, log });
  const definitions = createDefinitions(db, caches.runs);
  const aside = new Aside();
  // What others wait for as well does not end with the request that asked first.
  const shared = aside.shared();
  const waiters = createRunWaiters(clock);
  const token = (name: string) => secrets.read({ kind: 'node-token', name });
  const nodes = new RemoteNodes({ nodes: config.remoteNodes, token, clock, log });
  const events = createEventHub({
    log,
    nodes,
    followLogs: (name, dagRunId, listener) =>
      followLogs({ db, clock }, { name, dagRunId }, listener),
  });
  const admission = createAdmission({ writes, guard, paths: config.paths, clock });
  return {
    ...base,
    writes,
    ages,
    webhookTokens: caches.webhooks,
    audit: createAudit({ ...base, writes }),
    auth: createAuth({ ...base, writes, verifiedKeys: caches.apiKeys }),
    definitions,
    aside,
    snapshots: createSnapshots(db, shared),
    waiters,
    nodes,
    events,
    announce: createAnnounce({ db, definitions, waiters, events }),
    newFiles: new LateSync({ clock, log }),
    ownLogs: ownLogsOf({ ...config.paths, home: base.home }),
    admission,
    health: new HealthWatch({
      problem: () => admission.problem() ?? all().catalog.folderProblem(),
      notice: () => ages.notice(),
      clock,
      events,
    }),
    base: createBaseConfig(config.paths.baseConfig, shared),
    startedAt: clock.now(),
    uptimeSec: uptimeFrom(clock),
    defaultShell: config.defaultShell ?? [process.env['SHELL'] || 'sh'],
  };
}

/** By the clock that nobody sets. */
function uptimeFrom({ elapsed }: EngineServices['clock']): () => number {
  const started = elapsed();
  return () => (elapsed() - started) / 1000;
}

function createCatalog(core: Core, caches: Caches, all: () => EngineServices): DagCatalog {
  const { config, events } = core;
  return new DagCatalog({
    ...core,
    aside: core.aside.shared(),
    tree: new DagTree(config.paths.dagsDir),
    cache: caches.files,
    baseFile: config.paths.baseConfig,
    isAccepted: (itemId, text) => isAccepted(all(), itemId, text),
    replaced: (fileName) => dropForeignWebhook(all(), fileName),
    changed: (fileName, change) => {
      events.publish(() => ({ type: 'dag.changed', fileName, change }));
      all().scheduler.changed(fileName);
    },
  });
}

/** What begins runs, drives them and forgets them. */
function createExecution(
  core: Core & Pick<EngineServices, 'catalog'>,
  caches: Caches,
  all: () => EngineServices,
): Pick<EngineServices, 'retention' | 'runner' | 'queues'> {
  const { config, clock, home, announce, events, admission, guard } = core;
  const { dataDir, logDir, dagsDir } = config.paths;
  const retention = new Retention({
    ...core,
    dataDir,
    logDir,
    auditDays: () => config.audit.retentionDays,
    keptOf: (fileName) => keptHistory(core, fileName),
    removed: ({ dagName, runId }) =>
      events.publish(() => ({ type: 'run.removed', name: dagName, dagRunId: runId })),
  });
  const ended = createEnded(all);
  const runner = new Runner({
    ...core,
    processes: createSystemProcesses({
      ...core,
      homeId: home.identity,
      ownEnvironment: process.env,
    }),
    room: createDiskRoom([dataDir, logDir], clock, () => guard.isLost),
    memory: createStepMemory({ clock }),
    homeId: home.identity,
    dataDir,
    dagsDir,
    logDir,
    ownEnvironment: process.env,
    mailDue: () => all().mails.wake(),
    traced: (ended) => all().traces.add(ended),
    findCalled: createFindCalled({
      ...core,
      cache: caches.called,
      dagsDir,
      refuse: (fileName) => requireAccepted(all(), fileName),
      refuseItem: (itemId) => requireItemAccepted(all(), itemId),
    }),
    changed: announce,
    ended,
    left: createLeft(all),
  });
  const queues = new RunQueues({
    ...core,
    runner,
    limits: createQueueLimits(config.queues),
    problem: admission.problem,
    hasFile: (fileName) => core.catalog.tree.find(fileName) !== null,
    logDir,
    changed: announce,
    ended,
    left: settlingSlots(core),
    queueChanged: (queue) => events.publish(() => ({ type: 'queue.changed', queue })),
  });
  return { retention, runner, queues };
}

/** What the end of a run leads to that nobody called. */
function createEnded(all: () => EngineServices): (run: RunRecord) => void {
  return (run) => {
    all().retention.apply(run);
    all().scheduler.runEnded(run.dagName);
  };
}

/** What the end of a run, or its wait for a person, makes room for. */
function createLeft(all: () => EngineServices): (run: RunRecord) => void {
  return ({ queue, status }) => {
    all().queues.wake(queue);
    if (!isActiveRun(status)) all().containers.wake();
  };
}

function createMails(core: Core, all: () => EngineServices): Mails {
  return new Mails({
    ...core,
    dataDir: core.config.paths.dataDir,
    ownEnvironment: process.env,
    tried: (run) => {
      core.announce({ kind: 'run', id: run.id });
      // Its history may have been kept for the mail alone.
      all().retention.apply(run);
    },
  });
}

function createScheduling(
  core: Core & Pick<EngineServices, 'catalog'>,
  all: () => EngineServices,
): Scheduler {
  const { db, catalog, events } = core;
  return new Scheduler({
    ...core,
    dags: createScheduledDags(db, catalog, (name) => itemUnderReview(all(), name) !== null),
    runs: createSlotRuns(all, core.clock),
    planned: createPlannedRuns(all),
    bootId: core.bootId,
    decided: (slot) => events.publish(() => ({ type: 'slot.decided', slot: toSlot(db, slot) })),
  });
}

function createGitSync(core: Core, all: () => EngineServices): GitSync {
  const { events } = core;
  return new GitSync({
    ...core,
    secrets: secretsOfSync(core.secrets),
    knownSecrets: () => knownSecrets(all(), process.env),
    filesChanged: (files) => followSyncedFiles(all(), files),
    changed: ({ doing, progress }) => {
      if (doing === '') all().catalog.reconsider();
      events.publish(() => ({
        type: 'sync.changed',
        activity: doing,
        phase: progress?.phase ?? '',
        done: progress?.done ?? 0,
        total: progress?.total ?? 0,
      }));
    },
  });
}

function createMeasures(
  core: Core & Pick<EngineServices, 'catalog' | 'scheduler'>,
  caches: Caches,
): Pick<EngineServices, 'metrics' | 'resources'> {
  const { config, catalog, scheduler } = core;
  const metrics = createMetrics({
    ...core,
    // Figures are by name: of files that say the same one, that of the DAG which has it.
    dags: () => [...catalog.entries()].filter(({ nameTakenBy }) => nameTakenBy === null),
    isScheduling: () => scheduler.isRunning,
    cacheEntries: caches.entries,
  });
  const folder = config.paths.dataDir;
  const resources = new ResourceHistory({
    ...core,
    folder,
    intervalMs: config.monitoring.intervalMs,
    get retentionMs() {
      return config.monitoring.retentionMs;
    },
  });
  return { metrics, resources };
}
