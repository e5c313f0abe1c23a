import type { Clock } from '../lib/clock.ts';
import { noteMissing, type Missing, type PreviousStatus } from '../storage/sync-items.ts';
import type { WriteQueue } from '../storage/write-queue.ts';
import type { SyncItem } from './items.ts';

interface MissingItemsOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly writes: Pick<WriteQueue, 'commitLater'>;
}

type Since = Omit<Missing, 'itemId'>;

const notMissing: Since = { missingAt: null, previousStatus: '' };

/** Notices which files are gone since they were last looked at, and which are back. */
export class MissingItems {
  readonly #options: MissingItemsOptions;
  /** The last status of what was there. */
  readonly #states = new Map<string, PreviousStatus>();
  /** What was noticed and may not be stored yet. */
  readonly #since = new Map<string, Since>();

  constructor(options: MissingItemsOptions) {
    this.#options = options;
  }

  /** The items, those that are missing with the time since when. */
  notice(items: readonly SyncItem[]): readonly SyncItem[] {
    const changes: Missing[] = [];
    const noticed = items.map((item): SyncItem => {
      const { itemId, row } = item;
      const since = this.#sinceOf(item);
      if (row === null || since.missingAt === row.missingAt) return item;
      changes.push({ itemId, ...since });
      return { ...item, row: { ...row, ...since } };
    });
    if (changes.length > 0) {
      this.#options.writes.commitLater((db) => {
        for (const change of changes) noteMissing(db, change);
      });
    }
    return noticed;
  }

  #sinceOf({ itemId, state, row }: SyncItem): Since {
    if (state !== 'missing') {
      this.#since.delete(itemId);
      this.#states.set(itemId, state === 'modified' || state === 'conflict' ? state : 'synced');
      return notMissing;
    }
    const known = this.#since.get(itemId);
    if (known !== undefined) return known;
    const previous = this.#states.get(itemId);
    // What was seen since it was stored is newer.
    const stored = previous === undefined ? (row ?? notMissing) : notMissing;
    const isNews = stored.missingAt === null;
    const since = isNews
      ? { missingAt: this.#options.clock.now(), previousStatus: previous ?? '' }
      : { missingAt: stored.missingAt, previousStatus: stored.previousStatus };
    this.#since.set(itemId, since);
    return since;
  }
}
