/**
 * Finds many byte strings at once, in one pass whose time does not depend on how many there are (Aho and Corasick).
 * A state is the longest beginning of a pattern with which the bytes so far end.
 */
export class ByteSearch {
  /** Child of a state by a byte: the key is `state * 256 + byte`. */
  readonly #children = new Map<number, number>();
  /** Whether a byte begins a pattern. */
  readonly #begins = new Uint8Array(256);
  /** The next shorter state. */
  readonly #shorter: Int32Array;
  readonly #depth: Int32Array;
  /** The longest pattern that ends in a state; -1 for none. */
  readonly #ending: Int32Array;
  /** The longest state, this one or shorter, from which a pattern can still grow. */
  readonly #growing: Int32Array;
  #states = 1;

  constructor(patterns: readonly Uint8Array[]) {
    const most = patterns.reduce((sum, { length }) => sum + length, 1);
    this.#shorter = new Int32Array(most);
    this.#depth = new Int32Array(most);
    this.#ending = new Int32Array(most).fill(-1);
    this.#growing = new Int32Array(most);
    const created = patterns.flatMap((pattern, index) => this.#insert(pattern, index));
    // A state leans on shorter ones, so those come first.
    created.sort((a, b) => this.#depthOf(a.state) - this.#depthOf(b.state));
    for (const each of created) this.#link(each);
  }

  /**
   * Goes on from `state` (0 at the beginning) through the bytes from `from`, and tells the longest pattern at each
   * place where one ends. Returns the new state.
   */
  scan(
    bytes: Uint8Array,
    from: number,
    state: number,
    found: (end: number, pattern: number) => void,
  ): number {
    let now = state;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (now === 0 && this.#begins[byte] === 0) continue;
      now = this.#next(now, byte);
      const pattern = this.#ending[now] ?? -1;
      if (pattern < 0) continue;
      found(at + 1, pattern);
      // A pattern that is complete and begins no longer one waits for nothing.
      now = this.#growing[now] ?? 0;
    }
    return now;
  }

  /** How many of the last bytes may be the beginning of a pattern. */
  pending(state: number): number {
    return this.#depthOf(state);
  }

  #insert(pattern: Uint8Array, index: number): Created[] {
    const created: Created[] = [];
    let state = 0;
    for (const byte of pattern) {
      const key = state * 256 + byte;
      let child = this.#children.get(key);
      if (child === undefined) {
        child = this.#states++;
        this.#children.set(key, child);
        this.#growing[state] = state;
        this.#depth[child] = this.#depthOf(state) + 1;
        created.push({ state: child, parent: state, byte });
      }
      state = child;
    }
    this.#ending[state] = index;
    this.#begins[pattern[0] ?? 0] = 1;
    return created;
  }

  #link({ state, parent, byte }: Created): void {
    const shorter = parent === 0 ? 0 : this.#next(this.#shorter[parent] ?? 0, byte);
    this.#shorter[state] = shorter;
    // A pattern that ends here is longer than all that end in the shorter state.
    if (this.#ending[state] === -1) this.#ending[state] = this.#ending[shorter] ?? -1;
    if (this.#growing[state] === 0) this.#growing[state] = this.#growing[shorter] ?? 0;
  }

  #next(state: number, byte: number): number {
    let now = state;
    for (;;) {
      const child = this.#children.get(now * 256 + byte);
      if (child !== undefined) return child;
      if (now === 0) return 0;
      now = this.#shorter[now] ?? 0;
    }
  }

  #depthOf(state: number): number {
    return this.#depth[state] ?? 0;
  }
}

interface Created {
  readonly state: number;
  readonly parent: number;
  readonly byte: number;
}
