import { useState } from 'react';

/** The list that was given first, for as long as a later one has the same items. */
export function useSameItems<T>(list: readonly T[]): readonly T[] {
  const [kept, keep] = useState(list);
  if (isSameList(kept, list)) return kept;
  keep(list);
  return list;
}

/** Whether two lists hold the same items in the same order. */
export function isSameList<T>(one: readonly T[], other: readonly T[]): boolean {
  if (one === other) return true;
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
