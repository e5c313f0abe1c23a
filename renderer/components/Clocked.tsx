import type { ReactNode } from 'react';
import { useSharedNow } from './now-context.ts';

interface ClockedProps {
  readonly children: (now: number) => ReactNode;
}

/** What follows the clock: drawn again with each tick, and nothing around it. */
export function Clocked({ children }: ClockedProps) {
  return <>{children(useSharedNow())}</>;
}
