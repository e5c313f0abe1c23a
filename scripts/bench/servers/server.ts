import type { Api } from './api.ts';

/** A server that can be measured. */
export interface Contender {
  readonly name: string;
  /** Whether its home can be filled with what our store would hold. */
  readonly hasOurStore: boolean;
  /** Starts it on a home of its own, empty but for what `fillHome` puts there, and answers once it is healthy. */
  readonly start: (fillHome?: (home: string) => void) => Promise<RunningServer>;
}

export interface RunningServer {
  readonly api: Api;
  readonly pid: number;
  /** How this server spells a key of the language, given in snake case. */
  readonly key: (name: string) => string;
  /** A folder for files of the measures. */
  readonly scratch: string;
  /** Ends it and removes its home. */
  readonly stop: () => Promise<void>;
}
