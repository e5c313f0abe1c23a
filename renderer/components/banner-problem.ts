import { createContext, useContext } from 'react';

const BannerProblemContext = createContext<string | undefined>(undefined);

export const BannerProblemProvider = BannerProblemContext.Provider;

/** The problem that stands above the view, so that the view need not say it again. */
export function useBannerProblem(): string | undefined {
  return useContext(BannerProblemContext);
}
