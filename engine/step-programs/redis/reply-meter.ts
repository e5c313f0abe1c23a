const MAX_MB = 24;
const MAX_BYTES = MAX_MB * 1024 * 1024;
const MAX_VALUES = 100_000;

/** How many values a list of such a kind has for each that it counts. */
const lists: Readonly<Record<string, number>> = { '*': 1, '~': 1, '>': 1, '%': 2, '|': 2 };
const texts = ['$', '=', '!'];

const LINE_FEED = 10;
/** Of a line this much is looked at: what it is, and a number. */
const HEAD = 24;

/** A reply that would not fit into the memory of a step. The message is for people. */
export class ReplyTooLarge extends Error {
  constructor() {
    const limit = `${MAX_MB} MiB or ${MAX_VALUES} values`;
    const instead = 'read it in parts, such as by GETRANGE, LRANGE or HSCAN';
    super(`the reply is larger than ${limit}, and the connection was closed: ${instead}`);
  }
}

/**
 * Follows what a server sends and keeps none of it: the library holds a reply until it is complete, so this tells in time
 * that one is too large. A server says before each text and each list how long that is.
 */
export class ReplyMeter {
  /** How many values are still to come of each list that is open, the outermost first. */
  readonly #missing: number[] = [];
  /** What is still to come of a text. */
  #textBytes = 0;
  #head = '';
  #bytes = 0;
  #values = 0;

  /** Takes the next bytes. @throws ReplyTooLarge */
  read(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;)
      at += this.#textBytes > 0 ? this.#passText(bytes.length - at) : this.#readLine(bytes, at);
  }

  #passText(available: number): number {
    const passed = Math.min(available, this.#textBytes);
    this.#textBytes -= passed;
    if (this.#textBytes === 0) this.#endValue();
    return passed;
  }

  #readLine(bytes: Buffer, at: number): number {
    const found = bytes.indexOf(LINE_FEED, at);
    const end = found === -1 ? bytes.length : found + 1;
    this.#head += bytes.toString('latin1', at, Math.min(end, at + HEAD - this.#head.length));
    this.#expect(end - at, 0);
    if (found !== -1) this.#takeLine();
    return end - at;
  }

  #takeLine(): void {
    const [kind = ''] = this.#head;
    const count = Number.parseInt(this.#head.slice(1), 10);
    this.#head = '';
    if (texts.includes(kind) && count >= 0) this.#beginText(count);
    else if (count > 0 && kind in lists) this.#beginList(count * (lists[kind] ?? 1));
    else this.#endValue();
  }

  #beginText(bytes: number): void {
    this.#expect(bytes, 0);
    // With the end of its line.
    this.#textBytes = bytes + 2;
  }

  #beginList(values: number): void {
    this.#expect(0, values);
    this.#missing.push(values);
  }

  #expect(bytes: number, values: number): void {
    this.#bytes += bytes;
    this.#values += values;
    if (this.#bytes > MAX_BYTES || this.#values > MAX_VALUES) throw new ReplyTooLarge();
  }

  /** The last value of a list ends that as well, and the outermost one ends the reply. */
  #endValue(): void {
    for (;;) {
      const missing = this.#missing.pop();
      if (missing === undefined) break;
      if (missing > 1) return void this.#missing.push(missing - 1);
    }
    this.#bytes = 0;
    this.#values = 0;
  }
}
