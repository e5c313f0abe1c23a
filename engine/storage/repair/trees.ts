import { readTreePage, type Cell, type TreePage } from './b-tree-page.ts';
import type { PageFile } from './page-file.ts';
import { readRecord, type Value } from './read-record.ts';

/** A record of a table or an index. */
export interface Entry {
  readonly rowid: number | bigint;
  readonly values: readonly Value[];
}

/** What is left of one table or index. */
export interface Tree {
  /** Records that can be read whole, page by page. */
  readonly entries: () => Generator<Entry, void>;
  /** Pages of it that cannot be read, wholly or in part. Known once all entries were asked for. */
  readonly damaged: () => number;
}

const ROOT = 1;
const INNER = 5;
const POINTER_BYTES = 5;
const MAX_LEVELS = 20;
/** The page at this byte is never used: locks lie on it. */
const LOCK_BYTE = 0x40000000;

/**
 * The trees of a database by their roots. A tree is followed from its root down. What lies below a page that cannot be
 * read is found the other way round: such a database notes for each page which one is above it.
 */
export class Trees {
  readonly #file: PageFile;
  readonly #roots: ReadonlySet<number>;
  #orphans: ReadonlyMap<number, readonly number[]> | null = null;

  constructor(file: PageFile, roots: Iterable<number>) {
    this.#file = file;
    this.#roots = new Set(roots);
  }

  tree(root: number, kind: TreePage['kind']): Tree {
    let damaged = 0;
    const seen = new Set<number>();
    const read = (number: number): TreePage | null => {
      const found = this.#pageOf(number);
      const page = found?.kind === kind ? found : null;
      if (page?.isDamaged ?? true) damaged += 1;
      return page;
    };
    const below = function* (first: readonly number[]): Iterable<TreePage> {
      const open = [...first];
      for (let number = open.pop(); number !== undefined; number = open.pop()) {
        if (seen.has(number)) continue;
        seen.add(number);
        const page = read(number);
        if (page === null) continue;
        open.push(...page.children);
        yield page;
      }
    };
    const entriesOf = (page: TreePage): readonly Entry[] => {
      const entries = page.cells.flatMap((cell) => this.#entry(cell) ?? []);
      if (entries.length < page.cells.length && !page.isDamaged) damaged += 1;
      return entries;
    };
    const entries = function* (this: Trees): Generator<Entry, void> {
      for (const page of below([root])) yield* entriesOf(page);
      // Nothing is missing of a tree whose pages could all be read.
      if (damaged === 0) return;
      for (const page of below(this.#orphansOf(root))) yield* entriesOf(page);
    };
    return { entries: entries.bind(this), damaged: () => damaged };
  }

  #pageOf(number: number): TreePage | null {
    if (number < 1 || number > this.#file.pageCount) return null;
    const page = this.#file.page(number);
    return page === null ? null : readTreePage(page, number);
  }

  #entry({ rowid, bytes, local, next }: Cell): Entry | null {
    const record = next === 0 ? local : this.#whole(local, bytes, next);
    const values = record === null || record.length !== bytes ? null : readRecord(record);
    return values === null ? null : { rowid, values };
  }

  /** Null where its chain of pages does not end when it should. */
  #whole(local: Buffer, bytes: number, first: number): Buffer | null {
    const parts = [local];
    let missing = bytes - local.length;
    let next = first;
    while (missing > 0) {
      const page = next < 2 || next > this.#file.pageCount ? null : this.#file.page(next);
      if (page === null) return null;
      const part = page.subarray(4, 4 + Math.min(missing, page.length - 4));
      parts.push(part);
      missing -= part.length;
      next = page.readUInt32BE(0);
    }
    return next === 0 ? Buffer.concat(parts) : null;
  }

  #orphansOf(root: number): readonly number[] {
    this.#orphans ??= this.#findOrphans();
    return this.#orphans.get(root) ?? [];
  }

  #findOrphans(): ReadonlyMap<number, readonly number[]> {
    const found = new Map<number, number[]>();
    for (let number = 3; number <= this.#file.pageCount; number += 1) {
      const root = this.#rootAbove(number);
      if (root === null) continue;
      const ofRoot = found.get(root);
      if (ofRoot === undefined) found.set(root, [number]);
      else ofRoot.push(number);
    }
    return found;
  }

  /** The root of a page that hangs below one which cannot be read; null for every other page. */
  #rootAbove(number: number): number | null {
    let isLost = false;
    let below = number;
    for (let level = 0; level < MAX_LEVELS; level += 1) {
      const entry = this.#roots.has(below) ? ROOT : this.#noteOf(below);
      if (entry === ROOT) return isLost ? below : null;
      if (entry === null) return null;
      const above = this.#pageOf(entry.above);
      if (above === null || above.isDamaged) isLost = true;
      // A page that was given back and lies there with its old content is not of the tree any more.
      else if (!above.children.includes(below)) return null;
      below = entry.above;
    }
    return null;
  }

  /** What the map of pages says: that it is a root, or which page is above it. Null where it says nothing of that. */
  #noteOf(number: number): typeof ROOT | { readonly above: number } | null {
    const { pageSize } = this.#file;
    const mapped = Math.floor(pageSize / POINTER_BYTES) + 1;
    const first = Math.floor((number - 2) / mapped) * mapped + 2;
    const map = first === LOCK_BYTE / pageSize + 1 ? first + 1 : first;
    const at = POINTER_BYTES * (number - map - 1);
    const page = at < 0 ? null : this.#file.page(map);
    if (page === null || at + POINTER_BYTES > pageSize) return null;
    if (page.readUInt8(at) === ROOT) return ROOT;
    return page.readUInt8(at) === INNER ? { above: page.readUInt32BE(at + 1) } : null;
  }
}
