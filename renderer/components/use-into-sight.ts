import { useEffect, useRef, type RefObject } from 'react';

/**
 * Scrolls a dialog so that what it has to say about what was just done is seen: its buttons are in sight wherever it is
 * scrolled to. It does so again with each new thing that it has to say.
 */
export function useIntoSight(said: unknown): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (element.current?.closest('.dialog')) element.current.scrollIntoView({ block: 'nearest' });
  }, [said]);
  return element;
}
