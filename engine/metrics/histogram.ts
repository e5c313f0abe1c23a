/** Counts of observations below each bound, and their sum: what a histogram of the text format shows. */
export class Histogram {
  readonly bounds: readonly number[];
  /** How many were at most as large as the bound of the same place. */
  readonly counts: number[];
  #sum = 0;
  #count = 0;

  /** `bounds` ascend. */
  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = bounds.map(() => 0);
  }

  get sum(): number {
    return this.#sum;
  }

  get count(): number {
    return this.#count;
  }

  observe(value: number): void {
    this.add(value, 1, value);
  }

  /** Adds observations that were counted before: how many fell below a bound and not below the one before it. */
  add(bound: number, count: number, sum: number): void {
    this.#sum += sum;
    this.#count += count;
    for (let at = this.bounds.length - 1; at >= 0; at -= 1) {
      if (bound > (this.bounds[at] ?? 0)) return;
      this.counts[at] = (this.counts[at] ?? 0) + count;
    }
  }
}
