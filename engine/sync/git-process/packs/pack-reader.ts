import { RecentCache } from '../../../lib/recent-cache.ts';
import type { GitLimits } from '../limits.ts';
import type { GitObject } from '../loose-objects.ts';
import { applyDelta } from './apply-delta.ts';
import { readEntryHead, readSizes, type EntryHead } from './entry-head.ts';
import { inflateAt, notSound } from './inflate.ts';

interface Reading {
  /** Descriptor of the pack. */
  readonly file: number;
  readonly limits: Pick<GitLimits, 'objectBytes' | 'chain'>;
  /** Where an object of the pack begins that a difference names by its id. */
  readonly offsetOf: (oid: string) => number | undefined;
  /** What was read last, by places of this pack. */
  readonly recent: RecentObjects;
  /** Told of all bytes that are made. */
  readonly meter?: (bytes: number) => void;
}

type Packed = GitObject & { readonly bytes: Buffer };

/** Objects that were read last, of all packs that share them. */
export type RecentObjects = RecentCache<Packed>;

const CACHE_BYTES = 64 * 1024 * 1024;

/** Room for them. */
export function recentObjects(): RecentObjects {
  return new RecentCache({
    mostEntries: 10_000,
    mostWeight: CACHE_BYTES,
    weigh: ({ bytes }) => bytes.length,
    ttlMs: 1,
    // They stay what they are.
    clock: { elapsed: () => 0 },
  });
}

/** Reads objects of a pack by where they begin, and puts them together where they are differences. */
export class PackReader {
  readonly #reading: Reading;
  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** Null: it is too large to be held, or is made of what is. @throws Error for what is not sound */
  objectAt(offset: number): Packed | null {
    const { limits } = this.#reading;
    const deltas: { readonly offset: number; readonly head: EntryHead }[] = [];
    let object: Packed | null | undefined;
    for (let at = offset; object === undefined;) {
      object = this.#reading.recent.get(this.#key(at));
      if (object !== undefined) break;
      const head = readEntryHead(this.#reading.file, at);
      if (head.size > limits.objectBytes) return null;
      if (head.type !== null)
        object = this.#keep(at, { type: head.type, bytes: this.#inflated(head) });
      else deltas.push({ offset: at, head });
      if (deltas.length > limits.chain) throw notSound('an object is made of too many differences');
      if (object === undefined) at = this.#baseOf(at, head);
    }
    for (const delta of deltas.reverse()) {
      object = object && this.#patched(object, delta.head);
      if (object === null) return null;
      this.#keep(delta.offset, object);
    }
    return object;
  }

  #patched({ type, bytes }: Packed, head: EntryHead): Packed | null {
    const { limits, meter } = this.#reading;
    const delta = this.#inflated(head);
    const { result } = readSizes(delta);
    if (result > limits.objectBytes) return null;
    meter?.(result);
    return { type, bytes: applyDelta(bytes, delta) };
  }

  #inflated({ at, size }: EntryHead): Buffer {
    return inflateAt(this.#reading.file, at, size).bytes;
  }

  #baseOf(at: number, { base }: EntryHead): number {
    const offset = typeof base === 'string' ? this.#reading.offsetOf(base) : base;
    if (offset === undefined || offset === null)
      throw notSound('an object that a difference belongs to is missing');
    if (typeof base === 'number' && (offset >= at || offset <= 0))
      throw notSound('a difference belongs to no object');
    return offset;
  }

  #keep(offset: number, object: Packed): Packed {
    this.#reading.recent.set(this.#key(offset), object);
    return object;
  }

  #key(offset: number): string {
    return `${this.#reading.file}:${offset}`;
  }
}
