/**
 * Where each of very many rows begins, when a few of them are taller than the rest. Extra heights lie in a Fenwick
 * tree: a change, the start of a row, and the row at an offset each cost some twenty additions for a million rows.
 */
export class RowHeights {
  private readonly rowHeight: number;
  private count = 0;
  private sums = new Float64Array(1024);
  private readonly extras = new Map<number, number>();

  constructor(rowHeight: number) {
    this.rowHeight = rowHeight;
  }

  get total(): number {
    return this.startOf(this.count);
  }

  /** Sets the number of rows; rows that stay keep their heights. */
  resize(count: number): void {
    if (count + 1 > this.sums.length) {
      this.sums = new Float64Array(2 ** Math.ceil(Math.log2(count + 2)));
      for (const [row, extra] of this.extras) this.add(row, extra);
    }
    this.count = count;
  }

  /** Forgets every height that was set. */
  reset(): void {
    this.sums.fill(0);
    this.extras.clear();
  }

  /** Returns whether the row had another height before. */
  set(row: number, height: number): boolean {
    const before = this.extras.get(row) ?? 0;
    const extra = Math.max(0, height - this.rowHeight);
    if (extra === before) return false;
    this.extras.set(row, extra);
    this.add(row, extra - before);
    return true;
  }

  startOf(row: number): number {
    let extra = 0;
    for (let index = Math.min(row, this.count); index > 0; index -= index & -index) {
      extra += this.sums[index] ?? 0;
    }
    return row * this.rowHeight + extra;
  }

  /** The row that covers an offset; the last one beyond the end. */
  rowAt(offset: number): number {
    let row = 0;
    let left = offset;
    for (let step = this.sums.length >> 1; step > 0; step >>= 1) {
      const size = step * this.rowHeight + (this.sums[row + step] ?? 0);
      if (row + step <= this.count && size <= left) {
        row += step;
        left -= size;
      }
    }
    return Math.max(0, Math.min(row, this.count - 1));
  }

  private add(row: number, change: number): void {
    for (let index = row + 1; index < this.sums.length; index += index & -index) {
      this.sums[index] = (this.sums[index] ?? 0) + change;
    }
  }
}
