const SIZE = 64 * 1024;
const LINE_FEED = 10;

/** Bytes that come one by one, handed on in pieces of 64 KiB at most. */
export class Pieces {
  readonly #bytes = Buffer.alloc(SIZE);
  readonly #handOn: (bytes: Uint8Array) => void;
  #length = 0;

  constructor(handOn: (bytes: Uint8Array) => void) {
    this.#handOn = handOn;
  }

  add(byte: number): void {
    if (this.#isFull()) this.flush();
    this.#bytes[this.#length++] = byte;
  }

  /** Hands on what it has. */
  flush(): void {
    this.#handOn(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
  }

  /** What was not handed on yet, which then counts as handed on. */
  take(): string {
    const text = this.#bytes.toString('utf8', 0, this.#length);
    this.#length = 0;
    return text;
  }

  /** Half of it is enough for lines to stay whole. */
  #isFull(): boolean {
    const isLine = this.#bytes[this.#length - 1] === LINE_FEED;
    return this.#length === SIZE || (isLine && this.#length > SIZE / 2);
  }
}
