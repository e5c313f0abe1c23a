import { startTransition, useEffect, useState } from 'react';

/** The first block fills the pane; the others come after it, bit by bit, so that no first drawing waits for them. */
export function useBlocksShown(blocks: number): number {
  const [isWhole, setWhole] = useState(blocks <= 1);
  useEffect(() => startTransition(() => setWhole(true)), []);
  return isWhole ? blocks : 1;
}
