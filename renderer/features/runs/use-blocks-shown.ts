import { useEffect, useState } from 'react';

const NEXT_MS = 15;
const AT_FIRST = 2;

/** How many blocks are drawn by now: those at first fill the pane, and no first drawing of the page waits for the others. */
export function useBlocksShown(blocks: number): number {
  const [shown, setShown] = useState(AT_FIRST);
  const hasMore = shown < blocks;
  useEffect(() => {
    if (!hasMore) return undefined;
    const timer = setTimeout(() => setShown(shown + 1), NEXT_MS);
    return () => clearTimeout(timer);
  }, [shown, hasMore]);
  return Math.min(shown, blocks);
}
