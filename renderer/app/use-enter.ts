import { useEffect, useEffectEvent, useRef } from 'react';

export interface Enter {
  readonly byCommandKey: boolean;
}

interface EnterKey {
  readonly press: (enter: Enter) => void;
  /** What was pressed early does not count any longer. */
  readonly forget: () => void;
}

/** Chooses by Enter. Who types fast presses it before the lists are there, and means what they will show. */
export function useEnter(isLoaded: boolean, choose: (enter: Enter) => void): EnterKey {
  const early = useRef<Enter>(undefined);
  const chooseEarly = useEffectEvent(choose);
  useEffect(() => {
    if (!isLoaded || early.current === undefined) return;
    chooseEarly(early.current);
    early.current = undefined;
  }, [isLoaded]);
  return {
    press: (enter) => {
      if (isLoaded) choose(enter);
      else early.current = enter;
    },
    forget: () => {
      early.current = undefined;
    },
  };
}
