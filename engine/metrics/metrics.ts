import type { Config } from '../config/config.ts';
import type { CacheName } from './engine-registry.ts';
import type { Clock } from '../lib/clock.ts';
import { zoneOffsets } from '../dag/zone-offsets.ts';
import { DAY_MS } from '../dag/wall-time.ts';
import type { Database } from '../storage/database.ts';
import { countCollections } from './collections.ts';
import { countRuns } from './count-runs.ts';
import { dagMetrics } from './dag-metrics.ts';
import { engineRegistry } from './engine-registry.ts';
import { expositionText } from './exposition.ts';
import { processText } from './process-registry.ts';

export interface MetricsOptions {
  readonly db: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly uptimeSec: () => number;
  /** A day begins at the midnight of its `timezone`. */
  readonly config: Pick<Config, 'timezone'>;
  readonly dags: () => Iterable<{ readonly name: string }>;
  readonly isScheduling: () => boolean;
  readonly cacheEntries: () => Readonly<Record<CacheName, number>>;
}

export interface Metrics {
  /** All metrics in the text format of Prometheus. Who asks at once shares an answer. */
  readonly text: () => Promise<string>;
  readonly stop: () => void;
}

/** Counts anew for each text; those who ask while one is made get the same. */
export function createMetrics(options: MetricsOptions): Metrics {
  const { db, clock } = options;
  const collections = countCollections();
  let underWay: Promise<string> | null = null;

  async function make(): Promise<string> {
    // Loaded by the first scrape: an engine that nobody measures has no use for it.
    const client = await import('prom-client');
    const dags = [...options.dags()];
    const names = [...new Set(dags.map(({ name }) => name))].sort();
    const runs = await countRuns(db, names, startOfToday(clock.now(), options.config.timezone));
    const engine = engineRegistry(client, {
      uptimeSec: options.uptimeSec(),
      isScheduling: options.isScheduling(),
      dags: dags.length,
      runs,
      cacheEntries: options.cacheEntries(),
    });
    const whole = [await engine.metrics(), await processText(client)];
    const many = await expositionText([...dagMetrics(names, runs), ...collections.metrics()]);
    return [...whole, many].join('\n');
  }

  return {
    text: () =>
      (underWay ??= make().finally(() => {
        underWay = null;
      })),
    stop: collections.stop,
  };
}

/** When the day began on the clocks of a zone. */
export function startOfToday(now: number, timezone: string): number {
  const zone = zoneOffsets(timezone);
  const { offset } = zone.stretchAt(now);
  const midnight = Math.floor((now + offset) / DAY_MS) * DAY_MS;
  return midnight - zone.stretchAt(midnight - offset).offset;
}
