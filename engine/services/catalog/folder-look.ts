import type { Clock } from '../../lib/clock.ts';
import { folderProblems } from './file-problems.ts';

/** Who asks for each of thousands of DAGs whether their folder is there looks once. */
const FRESH_MS = 20;

/** Whether the folder of DAGs is there, looked at no more often than it changes. */
export class FolderLook {
  readonly #folder: string;
  readonly #clock: Clock;
  #last: { readonly at: number; readonly problem: string | null } = {
    at: -Infinity,
    problem: null,
  };

  constructor({ folder, clock }: { readonly folder: string; readonly clock: Clock }) {
    this.#folder = folder;
    this.#clock = clock;
  }

  /** Why it cannot be read; null while it can. */
  problem(): string | null {
    const at = this.#clock.elapsed();
    if (at - this.#last.at >= FRESH_MS) {
      this.#last = { at, problem: folderProblems(this.#folder)[0] ?? null };
    }
    return this.#last.problem;
  }
}
