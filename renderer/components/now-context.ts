import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** The time in milliseconds since the epoch. A context of the time itself would look through all that is below it with each tick. */
export type Clock = StoreApi<number>;

/** A clock that stands at the present until somebody sets it. */
export function createClock(): Clock {
  return createStore(() => Date.now());
}

export const ClockContext = createContext<Clock>(createStore(() => 0));

/** The present, as the Clock around this has it: everything around it is drawn only when it changes. */
export function useSharedNow(): number {
  return useStore(useContext(ClockContext));
}

/** The same for what follows the clock at times alone; 0 while it does not, when a tick draws nothing. */
export function useSharedNowWhile(isClocked: boolean): number {
  return useStore(useContext(ClockContext), (now) => (isClocked ? now : 0));
}
