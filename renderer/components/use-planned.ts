import { useContext } from 'react';
import { useStore } from 'zustand';
import { plannedWords } from '../lib/start-time.ts';
import { ClockContext } from './now-context.ts';

/** When a queued run starts that waits for a time, in words. Who asks is drawn anew when they change, and not each second. */
export function usePlanned(run: Parameters<typeof plannedWords>[0]): string | undefined {
  return useStore(useContext(ClockContext), (now) => plannedWords(run, now));
}
