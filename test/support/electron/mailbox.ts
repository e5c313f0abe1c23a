export interface Message {
  readonly channel: string;
  readonly args: readonly unknown[];
}

/** Messages from main to one page, fetched by the page: a page offers nothing that could be called from outside. */
export class Mailbox {
  #waiting: Message[] = [];
  #reader: ((messages: readonly Message[]) => void) | null = null;

  put(message: Message): void {
    this.#waiting.push(message);
    this.#deliver();
  }

  /** The next messages, once there are some. A later reader is a new document; the one before it gets nothing more. */
  take(): Promise<readonly Message[]> {
    this.#reader?.([]);
    const { promise, resolve } = Promise.withResolvers<readonly Message[]>();
    this.#reader = resolve;
    this.#deliver();
    return promise;
  }

  #deliver(): void {
    if (this.#reader === null || this.#waiting.length === 0) return;
    this.#reader(this.#waiting);
    this.#reader = null;
    this.#waiting = [];
  }
}
