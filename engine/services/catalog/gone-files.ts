import type { Clock } from '../../lib/clock.ts';
import { hashOf } from '../../platform/file-stamp.ts';

/** An editor, or Git, that writes a file anew may have it away for a moment. */
const REWRITTEN_MS = 10_000;

/** Files that are gone, to tell whether what comes back under their name is the same DAG. */
export class GoneFiles {
  readonly #clock: Clock;
  /** What each said, and since when it is gone by the clock that nobody sets. */
  readonly #gone = new Map<string, { readonly hash: string; readonly at: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  note(fileName: string, hash: string): void {
    this.#gone.set(fileName, { hash, at: this.#clock.elapsed() });
  }

  /** Whether a file that is back has another text, too late to be a change of the one before. Asked once. */
  isAnother(fileName: string, text: string): boolean {
    const gone = this.#gone.get(fileName);
    this.#gone.delete(fileName);
    if (gone === undefined || gone.hash === hashOf(text)) return false;
    return this.#clock.elapsed() - gone.at > REWRITTEN_MS;
  }
}
