import type { Auth } from '../auth/auth.ts';
import type { EngineSecret } from '../auth/engine-secret.ts';
import type { Config } from '../config/config.ts';
import type { ConfigChange } from '../config/live-config.ts';
import type { RunChange } from '../execution/state/run-change.ts';
import type { Retention } from '../execution/keep/retention.ts';
import type { Runner } from '../execution/runner.ts';
import type { Mails } from '../mails/mails.ts';
import type { Containers } from '../containers/containers.ts';
import type { Traces } from '../traces/traces.ts';
import type { RunQueues } from '../queue/run-queues.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { RemoteNodes } from '../remotes/remote-nodes.ts';
import type { ResourceHistory } from '../metrics/resource-history.ts';
import type { GitSync } from '../sync/git-sync.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import type { StoredSecrets } from '../platform/keychain/stored-secrets.ts';
import type { LateSync } from '../platform/late-sync.ts';
import type { Database } from '../storage/database.ts';
import type { HomeRow } from '../storage/home.ts';
import type { OldAge } from '../storage/old-age.ts';
import type { WriteQueue } from '../storage/write-queue.ts';
import type { Aside } from '../execution/aside/aside.ts';
import type { Snapshots } from '../execution/state/load-run.ts';
import type { Admission } from './admission.ts';
import type { Audit } from './audit/audit.ts';
import type { BaseConfig } from './catalog/base-config.ts';
import type { DatabaseGuard } from './home/database-guard.ts';
import type { DagCatalog } from './catalog/dag-catalog.ts';
import type { Definitions } from './definitions.ts';
import type { EventHub } from './event-hub.ts';
import type { HealthWatch } from './health-watch.ts';
import type { RunWaiters } from './run-waiters.ts';
import type { WebhookTokens } from './webhook-tokens.ts';

/** What the handlers of operations work with. Built once in `engine/create-services.ts`. */
export interface EngineServices {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly db: Database;
  /** Watches over the file of the database. */
  readonly guard: DatabaseGuard;
  /** Which home the database is of, and how it came to where it is. */
  readonly home: HomeRow;
  readonly writes: WriteQueue;
  /** Asked before anything is deleted for its age. */
  readonly ages: OldAge;
  readonly auth: Auth;
  /** What this home keeps in the keychain of the system. */
  readonly secrets: StoredSecrets;
  readonly engineSecret: EngineSecret;
  readonly audit: Audit;
  readonly webhookTokens: WebhookTokens;
  readonly runner: Runner;
  readonly retention: Retention;
  /** Asked before anything new begins. */
  readonly admission: Admission;
  readonly health: HealthWatch;
  readonly queues: RunQueues;
  readonly mails: Mails;
  readonly traces: Traces;
  readonly containers: Containers;
  readonly catalog: DagCatalog;
  /** Files that were made a moment ago, on their way to the disk. */
  readonly newFiles: LateSync;
  readonly scheduler: Scheduler;
  readonly metrics: Metrics;
  readonly resources: ResourceHistory;
  readonly base: BaseConfig;
  readonly definitions: Definitions;
  /** Reads what is too large for the event loop. */
  readonly aside: Aside;
  /** Definitions of stored runs that are too large for it. */
  readonly snapshots: Snapshots;
  readonly events: EventHub;
  readonly waiters: RunWaiters;
  readonly nodes: RemoteNodes;
  readonly gitSync: GitSync;
  /** Reads config.yaml again, and tells those who follow it. Throws where it is wrong; then nothing changes. */
  readonly reloadSettings: () => ConfigChange;
  /** Tells those who listen that something about a run has changed. */
  readonly announce: (change: RunChange) => void;
  readonly defaultShell: readonly string[];
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Seconds since the engine started, whatever became of the wall clock. */
  readonly uptimeSec: () => number;
}
