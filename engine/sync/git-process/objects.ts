import { closeSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openToRead, readBytes } from '../../lib/regular-file.ts';
import { replaceText } from '../../lib/write-file.ts';
import { GitError } from './git.ts';
import type { GitLimits } from './limits.ts';
import { objectId, readLoose, type GitObject } from './loose-objects.ts';
import { readEntryHead, sizeOfResult } from './packs/entry-head.ts';
import { inflateHead, notSound } from './packs/inflate.ts';
import { PackIndex } from './packs/pack-index.ts';
import { PackReader, recentObjects } from './packs/pack-reader.ts';

interface Pack {
  readonly file: number;
  readonly index: PackIndex;
  readonly reader: PackReader;
}

/** The objects of a repository, wherever they lie. What is read as a whole is held to its id. */
export class Objects {
  readonly #gitdir: string;
  readonly #limits: GitLimits;
  #packs: readonly Pack[] | null = null;

  constructor(gitdir: string, limits: GitLimits) {
    this.#gitdir = gitdir;
    this.#limits = limits;
  }

  /** @throws GitError `too-large`; Error for one that is missing or not sound */
  read(oid: string): GitObject {
    const found = this.#find(oid);
    if (found === null) return this.#loose(oid);
    const object = found.pack.reader.objectAt(found.offset);
    if (object === null) throw tooLarge(oid);
    if (objectId(object.type, object.bytes) === oid) return object;
    throw notSound(`object ${oid} is not what it was`);
  }

  /** The beginning of an object, which is not held to its id where there is more of it. */
  readHead(oid: string, most: number): GitObject {
    const found = this.#find(oid);
    const head = found && readEntryHead(found.pack.file, found.offset);
    if (found !== null && head?.type && head.size > most)
      return { type: head.type, bytes: inflateHead(found.pack.file, head.at, most) };
    const { type, bytes } = this.read(oid);
    return { type, bytes: bytes.subarray(0, most) };
  }

  /** Bytes of an object, of which no more is read than its head. */
  sizeOf(oid: string): number {
    const found = this.#find(oid);
    if (found === null) {
      const isLarge = existsSync(this.#passedOver) && !this.has(oid);
      return isLarge ? Number.MAX_SAFE_INTEGER : this.#loose(oid).bytes.length;
    }
    const { file } = found.pack;
    const head = readEntryHead(file, found.offset);
    return head.type === null ? sizeOfResult(file, head) : head.size;
  }

  has(oid: string): boolean {
    return this.#find(oid) !== null || readLoose({ place: { gitdir: this.#gitdir } }, oid) !== null;
  }

  /** Notes that what is missing may be no damage: it was too large to be held when it came, and has no place in an index. */
  notePassedOver(): void {
    replaceText(this.#passedOver, '');
  }

  /** Lets go of all files; the next question opens those that are there then. */
  close(): void {
    for (const { file } of this.#packs ?? []) closeSync(file);
    this.#packs = null;
  }

  get #passedOver(): string {
    return join(this.#gitdir, 'passed-over');
  }

  #loose(oid: string): GitObject {
    const object = readLoose({ place: { gitdir: this.#gitdir } }, oid);
    if (object === null) throw notSound(`object ${oid} is missing`);
    return object;
  }

  #find(oid: string): { readonly pack: Pack; readonly offset: number } | null {
    for (const pack of (this.#packs ??= this.#open())) {
      const offset = pack.index.offsetOf(oid);
      if (offset !== undefined) return { pack, offset };
    }
    return null;
  }

  #open(): readonly Pack[] {
    const folder = join(this.#gitdir, 'objects', 'pack');
    const names = readdirSync(folder).filter((name) => name.endsWith('.idx'));
    const recent = recentObjects();
    return names.map((name) => {
      const index = new PackIndex(readBytes(join(folder, name), { links: 'refuse' }));
      const file = openToRead(join(folder, name.replace(/idx$/, 'pack')), 'refuse');
      const offsetOf = (oid: string): number | undefined => index.offsetOf(oid);
      return {
        file,
        index,
        reader: new PackReader({ file, limits: this.#limits, offsetOf, recent }),
      };
    });
  }
}

function tooLarge(oid: string): GitError {
  return new GitError(
    'too-large',
    `Object ${oid} of the repository is larger than Git Sync takes.`,
  );
}
