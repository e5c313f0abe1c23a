const moves: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  j: 1,
  ArrowUp: -1,
  k: -1,
  PageDown: 20,
  PageUp: -20,
  Home: -Infinity,
  End: Infinity,
};

/** Where a key moves the cursor of a list; nothing for a key that moves it nowhere. */
export function movedCursor(key: string, cursor: number, count: number): number | undefined {
  const move = moves[key];
  return move === undefined ? undefined : Math.max(0, Math.min(count - 1, cursor + move));
}
