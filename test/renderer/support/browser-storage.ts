/** A store as browsers have it, which takes so many characters and then refuses. */
export function browserStorage(most = Infinity): Storage {
  const kept = new Map<string, string>();
  const size = () => [...kept].reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => {
      const before = kept.get(key);
      kept.set(key, value);
      if (size() <= most) return;
      if (before === undefined) kept.delete(key);
      else kept.set(key, before);
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    },
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}
