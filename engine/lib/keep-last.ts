/** A function that makes something for a key, and that keeps what it made for the keys that were asked for last. */
export function keepLast<V>(most: number, make: (key: string) => V): (key: string) => V {
  // In the order of use: what was used last stands last.
  const kept = new Map<string, V>();
  return (key) => {
    const value = kept.get(key) ?? make(key);
    kept.delete(key);
    kept.set(key, value);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return value;
  };
}
