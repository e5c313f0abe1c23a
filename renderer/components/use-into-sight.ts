import { useEffect, useRef, type RefObject } from 'react';

/**
 * Scrolls a dialog so that what it has to say about what was just done is seen: its buttons are in sight wherever it is
 * scrolled to. The words are what it says now.
 */
export function useIntoSight(words: string): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (element.current?.closest('.dialog')) element.current.scrollIntoView({ block: 'nearest' });
  }, [words]);
  return element;
}
