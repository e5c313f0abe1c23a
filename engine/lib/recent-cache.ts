import type { Clock } from './clock.ts';

export interface RecentCacheOptions<V> {
  readonly mostEntries: number;
  /** Weight of all entries together; in what unit is up to `weigh`. */
  readonly mostWeight: number;
  readonly weigh: (value: V) => number;
  /** Age at which an entry is forgotten. */
  readonly ttlMs: number;
  readonly clock: Pick<Clock, 'elapsed'>;
}

interface Entry<V> {
  readonly value: V;
  readonly weight: number;
  readonly since: number;
}

/** Keeps what was used last, within limits of number, weight and age. What alone weighs too much is not kept. */
export class RecentCache<V> {
  readonly #options: RecentCacheOptions<V>;
  // In the order of use: what was used last stands last.
  readonly #entries = new Map<string, Entry<V>>();
  #weight = 0;

  constructor(options: RecentCacheOptions<V>) {
    this.#options = options;
  }

  /** Entries that are still young enough. */
  get size(): number {
    for (const [key, entry] of this.#entries) if (this.#isOld(entry)) this.delete(key);
    return this.#entries.size;
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (this.#isOld(entry)) {
      this.delete(key);
      return undefined;
    }
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: V): void {
    this.delete(key);
    const { weigh, clock, mostEntries, mostWeight } = this.#options;
    const weight = weigh(value);
    if (weight > mostWeight) return;
    this.#entries.set(key, { value, weight, since: clock.elapsed() });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= mostEntries && this.#weight <= mostWeight) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#weight -= entry.weight;
  }

  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
  }

  #isOld({ since }: Entry<V>): boolean {
    return this.#options.clock.elapsed() - since >= this.#options.ttlMs;
  }
}
