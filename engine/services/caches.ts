import type { Config } from '../config/config.ts';
import type { Dag, LoadResult } from '../dag/definition.ts';
import type { ReadDag } from './catalog/dag-reader.ts';
import { runSteps } from '../dag/run-steps.ts';
import type { Clock } from '../lib/clock.ts';
import { RecentCache } from '../lib/recent-cache.ts';
import type { CacheName } from '../metrics/engine-registry.ts';
import type { VerifiedToken, WebhookTokens } from './webhook-tokens.ts';

/** What is kept in memory to answer faster. Whoever uses it asks whether it is still true. */
export interface Caches {
  /** Stored definitions by file name. */
  readonly files: RecentCache<ReadDag>;
  /** Definitions that steps call, by their text. */
  readonly called: RecentCache<LoadResult>;
  /** Definitions with which runs began. */
  readonly runs: RecentCache<Dag>;
  /** SHA-256 of API keys that were verified, by the id of each. */
  readonly apiKeys: RecentCache<Buffer>;
  /** Tokens of webhooks that were verified. */
  readonly webhooks: WebhookTokens;
  readonly entries: () => Readonly<Record<CacheName, number>>;
}

const HOURS_12_MS = 43_200_000;
const MINUTES_15_MS = 900_000;

/**
 * Entries by the setting `cache`, and what they may weigh together, in characters of the text: a parsed definition needs
 * five to fifteen bytes for each. Called definitions are a tenth of the definitions.
 */
const limits = {
  low: { dags: 500, runs: 5000, tokens: 100, weight: 1_000_000 },
  normal: { dags: 1000, runs: 10_000, tokens: 500, weight: 4_000_000 },
  high: { dags: 5000, runs: 50_000, tokens: 1000, weight: 20_000_000 },
} as const;

/** Caches as large as the setting `cache` says; each forgets by count, weight and time. */
export function createCaches(level: Config['cache'], clock: Clock): Caches {
  const { dags, runs, tokens, weight } = limits[level];
  const common = { ttlMs: HOURS_12_MS, clock };
  const ofTokens = {
    mostEntries: tokens,
    mostWeight: tokens,
    weigh: () => 1,
    ttlMs: MINUTES_15_MS,
    clock,
  };
  const calledDags = dags / 10;
  const caches = {
    files: new RecentCache<ReadDag>({
      ...common,
      mostEntries: dags - calledDags,
      mostWeight: weight,
      weigh: ({ text, loaded }) => text.length + weightOf(loaded.partial),
    }),
    called: new RecentCache<LoadResult>({
      ...common,
      mostEntries: calledDags,
      mostWeight: weight,
      weigh: ({ partial, localDags }) =>
        [partial, ...localDags].reduce((sum, dag) => sum + weightOf(dag), 0),
    }),
    runs: new RecentCache<Dag>({
      ...common,
      mostEntries: runs,
      mostWeight: weight,
      weigh: weightOf,
    }),
    apiKeys: new RecentCache<Buffer>(ofTokens),
    webhooks: new RecentCache<VerifiedToken>(ofTokens),
  };
  return {
    ...caches,
    entries: () => ({
      dag_definition: caches.files.size + caches.called.size,
      dag_run_status: caches.runs.size,
      api_key: caches.apiKeys.size,
      webhook: caches.webhooks.size,
    }),
  };
}

const STEP_WEIGHT = 100;

/** About as many characters as the definition has. */
function weightOf(dag: Dag): number {
  return runSteps(dag).reduce(
    (sum, { commands, script }) =>
      sum + STEP_WEIGHT + commands.join('').length + (script?.length ?? 0),
    STEP_WEIGHT,
  );
}
