/**
 * Finds many byte strings at once, in one pass whose time does not depend on how many there are (Aho and Corasick).
 * A state is the longest beginning of a pattern with which the bytes so far end.
 */
export class ByteSearch {
  /** The first of the longer states that one byte leads to, and for each of these the next; 0: there is none. */
  readonly #child: Int32Array;
  readonly #sibling: Int32Array;
  /** The byte that leads to a state. */
  readonly #byte: Uint8Array;
  /** The states of one byte: most bytes are looked up here. */
  readonly #begins = new Int32Array(256);
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
    this.#child = new Int32Array(most);
    this.#sibling = new Int32Array(most);
    this.#byte = new Uint8Array(most);
    this.#shorter = new Int32Array(most);
    this.#depth = new Int32Array(most);
    this.#ending = new Int32Array(most).fill(-1);
    this.#growing = new Int32Array(most);
    for (const [index, pattern] of patterns.entries()) this.#insert(pattern, index);
    this.#linkAll();
  }

  /**
   * Goes on from `state` (0 at the beginning) through the bytes from `from`, and tells the longest pattern at each
   * place where one ends. Returns the new state.
   */
  scan(
    bytes: Uint8Array,
    { from, state }: { readonly from: number; readonly state: number },
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

  #insert(pattern: Uint8Array, index: number): void {
    let state = 0;
    for (const byte of pattern) state = this.#step(state, byte) || this.#add(state, byte);
    this.#ending[state] = index;
  }

  #add(parent: number, byte: number): number {
    const state = this.#states++;
    this.#byte[state] = byte;
    this.#depth[state] = this.#depthOf(parent) + 1;
    this.#sibling[state] = this.#child[parent] ?? 0;
    this.#child[parent] = state;
    this.#growing[parent] = parent;
    if (parent === 0) this.#begins[byte] = state;
    return state;
  }

  /** A state leans on shorter ones, so those come first. */
  #linkAll(): void {
    const order = new Int32Array(this.#states);
    let known = 1;
    for (const parent of order) {
      let state = this.#child[parent] ?? 0;
      for (; state !== 0; state = this.#sibling[state] ?? 0) {
        this.#link(state, parent);
        order[known++] = state;
      }
    }
  }

  #link(state: number, parent: number): void {
    const byte = this.#byte[state] ?? 0;
    const shorter = parent === 0 ? 0 : this.#next(this.#shorter[parent] ?? 0, byte);
    this.#shorter[state] = shorter;
    // A pattern that ends here is longer than all that end in the shorter state.
    if (this.#ending[state] === -1) this.#ending[state] = this.#ending[shorter] ?? -1;
    if (this.#growing[state] === 0) this.#growing[state] = this.#growing[shorter] ?? 0;
  }

  #next(state: number, byte: number): number {
    let now = state;
    for (;;) {
      const child = this.#step(now, byte);
      if (child !== 0 || now === 0) return child;
      now = this.#shorter[now] ?? 0;
    }
  }

  /** The state that is one byte longer; 0: no pattern goes on so. */
  #step(state: number, byte: number): number {
    if (state === 0) return this.#begins[byte] ?? 0;
    let child = this.#child[state] ?? 0;
    while (child !== 0 && this.#byte[child] !== byte) child = this.#sibling[child] ?? 0;
    return child;
  }

  #depthOf(state: number): number {
    return this.#depth[state] ?? 0;
  }
}
