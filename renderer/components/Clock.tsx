import { useEffect, useState, type ReactNode } from 'react';
import { everyWhileShown } from './every-while-shown.ts';
import { ClockContext, createClock } from './now-context.ts';

interface ClockProps {
  readonly everyMs: number;
  readonly children: ReactNode;
}

/** The time, for the few words below that count seconds. */
export function Clock({ everyMs, children }: ClockProps) {
  const [clock] = useState(createClock);
  useEffect(
    () => everyWhileShown(everyMs, () => clock.setState(Date.now(), true)),
    [clock, everyMs],
  );
  return <ClockContext value={clock}>{children}</ClockContext>;
}
