import type { Config } from '../config/config.ts';
import type { RunChange } from '../execution/run-driver.ts';
import type { Runner } from '../execution/runner.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Database } from '../storage/database.ts';
import type { WriteQueue } from '../storage/write-queue.ts';
import type { BaseConfig } from './base-config.ts';
import type { DagCatalog } from './dag-catalog.ts';
import type { Definitions } from './definitions.ts';
import type { EventHub } from './event-hub.ts';
import type { RunWaiters } from './run-waiters.ts';

/** What the handlers of operations work with. Built once in `engine/index.ts`. */
export interface Parts {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly db: Database;
  readonly writes: WriteQueue;
  readonly runner: Runner;
  readonly catalog: DagCatalog;
  readonly base: BaseConfig;
  readonly definitions: Definitions;
  readonly events: EventHub;
  readonly waiters: RunWaiters;
  /** Tells those who listen that something about a run has changed. */
  readonly announce: (change: RunChange) => void;
  readonly defaultShell: readonly string[];
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}
