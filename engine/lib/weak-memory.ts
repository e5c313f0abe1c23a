/** Remembers values by a key for as long as somebody else holds them. */
export class WeakMemory<V extends object> {
  readonly #values = new Map<string, WeakRef<V>>();
  readonly #forget = new FinalizationRegistry<string>((key) => {
    if (this.get(key) === undefined) this.#values.delete(key);
  });

  get(key: string): V | undefined {
    return this.#values.get(key)?.deref();
  }

  set(key: string, value: V): void {
    if (this.get(key) === value) return;
    this.#values.set(key, new WeakRef(value));
    this.#forget.register(value, key);
  }
}
