import { useEffect, useState } from 'react';
import { everyWhileShown } from './every-while-shown.ts';

/** The time, again every so often; a hidden window is left alone. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => everyWhileShown(everyMs, () => setNow(Date.now())), [everyMs]);
  return now;
}
