import { formatError } from './format-error.ts';

/** What went wrong with the last command, until it is dismissed. */
export interface Problem {
  readonly problem: string | undefined;
}

/** Does what a person asked for. What goes wrong becomes the problem, and the answer is undefined. */
export type Attempt = <T>(work: () => Promise<T>) => Promise<T | undefined>;

/** Attempts whose problem is told, and forgotten when the next one begins. */
export function attempting(tell: (state: Problem) => void): Attempt {
  return async (work) => {
    tell({ problem: undefined });
    try {
      return await work();
    } catch (error) {
      tell({ problem: formatError(error) });
      return undefined;
    }
  };
}
