/** One thing at a time for each DAG, in the order of asking; DAGs do not wait for each other. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();
  readonly #failed: (error: unknown) => void;

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  take(fileName: string, task: () => Promise<void> | void): void {
    const before = this.#last.get(fileName) ?? Promise.resolve();
    const turn = before.then(task).catch(this.#failed);
    this.#last.set(fileName, turn);
    void turn.then(() => {
      if (this.#last.get(fileName) === turn) this.#last.delete(fileName);
    });
  }
}
