import { createContext, use, useContext } from 'react';

/** The time, for the few words that count seconds: everything around them is drawn only when it changes. */
const NowContext = createContext(0);

export const NowProvider = NowContext.Provider;

/** The present in milliseconds since the epoch, as the NowProvider around this has it. */
export function useSharedNow(): number {
  return useContext(NowContext);
}

/** The same for what follows the clock at times alone; 0 while it does not, when a tick draws nothing. */
export function useSharedNowWhile(isClocked: boolean): number {
  return isClocked ? use(NowContext) : 0;
}
