import type { Content, RawEntry } from './entry.ts';
import { checkLink, safePath } from '../files/safe-path.ts';

/** An entry that may be written below a folder: see `ArchiveCheck`. */
export interface CheckedEntry extends Omit<RawEntry, 'kind'> {
  readonly kind: Exclude<RawEntry['kind'], 'other'>;
}

/** More than any folder that a person keeps. */
const MAX_ENTRIES = 1_000_000;

/**
 * What an archive may hold, all of it together: paths that stay below the destination, links that lead nowhere else,
 * nothing behind a link, and no more content than allowed.
 */
export class ArchiveCheck {
  readonly notes: string[] = [];
  readonly #maxBytes: number;
  readonly #kinds = new Map<string, CheckedEntry['kind']>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The entry with its path made safe; null for the folder that holds all others. @throws Error for what may not be. */
  entry(raw: RawEntry): CheckedEntry | null {
    const { path, wasAbsolute } = safePath(raw.path);
    if (path === '') return null;
    if (wasAbsolute) this.#note(`${JSON.stringify(raw.path)} is taken as ${JSON.stringify(path)}`);
    const { kind } = raw;
    if (kind === 'other') throw new Error(`${JSON.stringify(path)} is a device or a pipe`);
    this.#checkPlace(path, kind);
    return { ...raw, kind, path, target: this.#targetOf(raw, path) };
  }

  /** The same content, which is refused as soon as all content is too much. */
  async *counted(content: Content): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      this.#bytes += piece.length;
      if (this.#bytes > this.#maxBytes)
        throw new Error(`holds more than ${this.#maxBytes} bytes; see \`max_size\``);
      yield piece;
    }
  }

  #checkPlace(path: string, kind: CheckedEntry['kind']): void {
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
      const parent = path.slice(0, at);
      const parentKind = this.#kinds.get(keyOf(parent)) ?? 'folder';
      if (parentKind !== 'folder')
        throw new Error(
          `${JSON.stringify(path)} is below ${JSON.stringify(parent)}, a ${parentKind}`,
        );
      this.#kinds.set(keyOf(parent), 'folder');
    }
    const before = this.#kinds.get(keyOf(path)) ?? kind;
    if (before !== kind)
      throw new Error(`${JSON.stringify(path)} is there twice: as ${before} and as ${kind}`);
    this.#kinds.set(keyOf(path), kind);
    if (this.#kinds.size > MAX_ENTRIES) throw new Error(`holds more than ${MAX_ENTRIES} entries`);
  }

  #targetOf({ kind, target }: RawEntry, path: string): string {
    if (kind === 'link') checkLink(path, target);
    if (kind !== 'hard link') return target;
    const linked = safePath(target).path;
    if (this.#kinds.get(keyOf(linked)) !== 'file' && this.#kinds.get(keyOf(linked)) !== 'hard link')
      throw new Error(
        `${JSON.stringify(path)} links to ${JSON.stringify(target)}, which is not an earlier file`,
      );
    return linked;
  }

  #note(text: string): void {
    if (this.notes.length < MAX_NOTES) this.notes.push(text);
  }
}

/** Of more of the same nobody reads. */
const MAX_NOTES = 20;

/** Names that are one file for the system are one name. */
function keyOf(path: string): string {
  const ignoresCase = process.platform === 'darwin' || process.platform === 'win32';
  return ignoresCase ? path.normalize('NFC').toLowerCase() : path;
}
