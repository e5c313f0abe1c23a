import type { Clock } from '../../lib/clock.ts';
import { hashOf } from '../../platform/file-stamp.ts';
import type { Database } from '../../storage/database.ts';
import {
  forgetGoneFile,
  goneFiles,
  noteGoneFile,
  type GoneFile,
} from '../../storage/gone-files.ts';
import type { WriteQueue } from '../../storage/write-queue.ts';

/** An editor, or Git, that writes a file anew may have it away for a moment. */
const REWRITTEN_MS = 10_000;

interface Options {
  readonly db: Database;
  readonly writes: WriteQueue;
  readonly clock: Clock;
}

/** Files with a webhook that are gone, to tell whether what comes back under their name is the same DAG. */
export class GoneFiles {
  readonly #options: Options;
  readonly #gone: Map<string, GoneFile>;

  constructor(options: Options) {
    this.#options = options;
    this.#gone = new Map(goneFiles(options.db).map((file) => [file.fileName, file]));
  }

  note(fileName: string, hash: string): void {
    const { clock, writes } = this.#options;
    const file = { fileName, hash, at: clock.now() };
    this.#gone.set(fileName, file);
    writes.commitLater((db) => noteGoneFile(db, file));
  }

  /** Whether a file that is back has another text, too late to be a change of the one before. Asked once. */
  isAnother(fileName: string, text: string): boolean {
    const gone = this.#gone.get(fileName);
    if (gone === undefined) return false;
    this.#gone.delete(fileName);
    this.#options.writes.commitLater((db) => forgetGoneFile(db, fileName));
    // A clock that was set meanwhile makes no moment of it.
    const awayMs = Math.abs(this.#options.clock.now() - gone.at);
    return gone.hash !== hashOf(text) && awayMs > REWRITTEN_MS;
  }
}
