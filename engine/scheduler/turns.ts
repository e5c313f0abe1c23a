import { nextTurn } from '../lib/next-turn.ts';

/** So many tasks begin in one turn of the event loop: whoever asks for something else gets an answer between two of them. */
const AT_ONCE = 8;

/** One thing at a time for each DAG, in the order of asking; DAGs do not wait for each other, but for their place in a turn. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();
  readonly #failed: (error: unknown) => void;
  #waiting: (() => void)[] = [];
  /** How many more may begin in this turn of the loop. */
  #places = AT_ONCE;

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  take(fileName: string, task: () => Promise<void> | void): void {
    const before = this.#last.get(fileName) ?? Promise.resolve();
    const turn = before
      .then(() => this.#place())
      .then(task)
      .catch(this.#failed);
    this.#last.set(fileName, turn);
    void turn.then(() => {
      if (this.#last.get(fileName) === turn) this.#last.delete(fileName);
    });
  }

  async #place(): Promise<void> {
    if (this.#places === 0) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      return;
    }
    if (this.#places === AT_ONCE) void nextTurn().then(() => this.#refill());
    this.#places -= 1;
  }

  #refill(): void {
    this.#places = AT_ONCE;
    const next = this.#waiting.slice(0, AT_ONCE);
    this.#waiting = this.#waiting.slice(AT_ONCE);
    if (next.length > 0) void nextTurn().then(() => this.#refill());
    this.#places -= next.length;
    for (const begin of next) begin();
  }
}
