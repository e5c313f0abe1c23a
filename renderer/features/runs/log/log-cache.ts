/** Keeps pages of lines, and drops those that were needed least recently. */
export class LogCache {
  private readonly pages = new Map<string, readonly string[]>();
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  get(key: string, page: number): readonly string[] | undefined {
    return this.pages.get(`${key} ${page}`);
  }

  set(key: string, page: number, lines: readonly string[]): void {
    this.pages.set(`${key} ${page}`, lines);
    const oldest = this.pages.keys().next().value;
    if (this.pages.size > this.most && oldest !== undefined) this.pages.delete(oldest);
  }

  /** Marks a page as needed; says whether it is there. */
  touch(key: string, page: number): boolean {
    const lines = this.get(key, page);
    if (lines === undefined) return false;
    this.pages.delete(`${key} ${page}`);
    this.pages.set(`${key} ${page}`, lines);
    return true;
  }

  clear(): void {
    this.pages.clear();
  }
}
