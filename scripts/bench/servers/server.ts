import type { Api } from './api.ts';

/** The folder of a server that does not run, usually one that has not started yet. */
export interface ServerHome {
  readonly root: string;
  readonly dagsDir: string;
  /** Whether its store may be filled with what ours would hold. */
  readonly hasOurStore: boolean;
  /** How its server spells a key of the language, given in snake case. */
  readonly key: (name: string) => string;
}

/** A server that can be measured. */
export interface Contender {
  readonly name: string;
  /** Whether its home can be filled with what our store would hold. */
  readonly hasOurStore: boolean;
  /** Starts it on a home of its own, empty but for what `fillHome` puts there, and answers once it is healthy. */
  readonly start: (fillHome?: (home: ServerHome) => void) => Promise<RunningServer>;
}

/** What is different when a server is started again. */
export interface Restart {
  /** Ends it by `kill -9` in place of asking it to end. */
  readonly kill?: true;
  /** Done to its home while nobody serves it. */
  readonly meanwhile?: (home: ServerHome) => unknown;
  /** Variables of its environment besides the usual ones. */
  readonly env?: NodeJS.ProcessEnv;
}

export interface RunningServer {
  readonly api: Api;
  readonly hasOurStore: boolean;
  readonly pid: number;
  /** Milliseconds from the start of the process to its first healthy answer. */
  readonly readyMs: number;
  /** How this server spells a key of the language, given in snake case. */
  readonly key: (name: string) => string;
  readonly home: string;
  /** A folder for files of the measures. */
  readonly scratch: string;
  /** When its process was started, by the clock of `performance`. */
  readonly startedAt: number;
  /** Ends it and starts it again on the same home. Whoever asks stops both. */
  readonly restart: (change?: Restart) => Promise<RunningServer>;
  /** Ends it and removes its home. */
  readonly stop: () => Promise<void>;
}
