import type { Config } from '../../config/config.ts';
import { nextStart } from '../../dag/jitter.ts';
import type { Clock } from '../../lib/clock.ts';
import type { CatalogEntry } from './catalog-entry.ts';

interface NextRun {
  readonly at: number | null;
  /** When this was computed; a clock that was set back asks again. */
  readonly asked: number;
}

export interface NextRunsOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Its `timezone` is that of lines that name none. */
  readonly config: Pick<Config, 'timezone'>;
}

/** When DAGs start next by what they say, computed once until it is past. */
export class NextRuns {
  readonly #options: NextRunsOptions;
  readonly #known = new WeakMap<CatalogEntry, NextRun>();

  constructor(options: NextRunsOptions) {
    this.#options = options;
  }

  /** Milliseconds since the epoch; null where nothing is scheduled. */
  of(entry: CatalogEntry): number | null {
    const now = this.#options.clock.now();
    const known = this.#known.get(entry);
    if (known !== undefined && now >= known.asked && (known.at === null || now < known.at)) {
      return known.at;
    }
    const { timezone } = this.#options.config;
    const jitter = { dagName: entry.name, jitterSec: entry.policy.jitterSec };
    const at = nextStart(entry.schedule.start, { after: now, timezone, jitter });
    this.#known.set(entry, { at, asked: now });
    return at;
  }
}
