import type { AdmitNames } from '../../dag/admit-names.ts';
import type { Dag } from '../../dag/definition.ts';
import type { RunStatus } from '../../contract/status.ts';
import type { RunRecord } from '../../storage/runs.ts';
import type { Vault } from './vault.ts';

/** A definition that can run, with the texts that it was read from. */
export interface RunnableDag {
  readonly dag: Dag;
  /** The snapshot of the run. */
  readonly text: string;
  /** base.yaml; null where there is none. */
  readonly base: string | null;
  /** Name of the document within the text; null for the first one. */
  readonly document: string | null;
  /** Null for a definition that came with a request. */
  readonly fileName: string | null;
}

/** Which DAG a step means. */
export type FindCalled = (
  caller: RunRecord,
  target: string,
  /** That of the caller, which paths start from. */
  workingDir: string,
) => Promise<RunnableDag>;

/** What a calling step can do with runs. */
export interface SubRuns {
  /** @throws Error in words for a person: there is no such DAG, or it has load errors. */
  readonly find: FindCalled;
  /**
   * Starts a run and notes it at its call.
   *
   * @throws Error in words for a person: the nesting is too deep, a parameter cannot be resolved.
   */
  readonly start: (call: NewCall) => Promise<RunRecord>;
  readonly stop: (id: number) => void;
  /**
   * Does something with a stored run whose definition can then be read at once: now, or when it was read aside. What is
   * thrown meanwhile is told by the promise.
   */
  readonly whenReadable: (id: number, then: () => void) => Promise<void> | undefined;
  /** Runs what failed in an ended run again. It has to be readable. */
  readonly retry: (id: number) => void;
  readonly recordOf: (id: number) => RunRecord | undefined;
  /** The last lines that the last step of a run printed, which succeeded; empty where none did. */
  readonly printedBy: (id: number) => string;
  /**
   * What came of a run, for its caller: in the outputs the caller's own secrets are raw, and those of the called run
   * itself stay hidden.
   */
  readonly endOf: (run: RunRecord, params: string, vault: Vault) => CallEnd;
}

export interface NewCall {
  readonly caller: RunRecord;
  readonly ownEnvironment: NodeJS.ProcessEnv;
  /** The secrets of the caller, which the called run hides as well. */
  readonly vault: Vault;
  readonly called: RunnableDag;
  readonly position: number;
  readonly attempt: number;
  readonly item: number;
  /** As a start takes them, raw. */
  readonly params: string;
  readonly admit: AdmitNames;
  readonly workingDir: string;
}

/** What came of one call. */
export interface CallEnd {
  readonly name: string;
  /** Empty when no run came of it. */
  readonly dagRunId: string;
  readonly params: string;
  readonly status: RunStatus;
  /** Its own preconditions were not met. */
  readonly unmet: boolean;
  /** Why no run came of it, or why the run ended badly. */
  readonly error: string;
  /** Variables that the steps of the called run put out. */
  readonly outputs: Readonly<Record<string, string>>;
}
