import { EngineError } from '../../../../engine/contract/errors.ts';
import type { RunStatus, TriggerType } from '../../../../engine/contract/status.ts';
import type { SlotRun } from '../../../../engine/scheduler/ports.ts';
import type { Database } from '../../../../engine/storage/database.ts';
import type { NewRun } from '../../../../engine/storage/runs.ts';
import type { SlotRecord } from '../../../../engine/storage/slots.ts';
import type { Slot } from './existing-slots.ts';
import type { SimulatedDag } from './simulated-dag.ts';

/** A run as the world knows it. */
export interface SimulatedRun {
  /** Row of the store. */
  readonly id: number;
  readonly runId: string;
  readonly dagName: string;
  /** The file whose steps it runs, whatever name it was given. */
  readonly fileName: string;
  /** Key of the slot that asked for it; null for that of a person. */
  readonly slot: string | null;
  readonly trigger: TriggerType;
  status: RunStatus;
  /** When it was asked for. */
  readonly createdAt: number;
  startedAt: number | null;
  endedAt: number | null;
  /** The slot waits in the queue until it begins. */
  readonly waits: boolean;
  /** A newer slot has taken its place. */
  isReplaced: boolean;
  /** Somebody has told it to stop. */
  isTold: boolean;
  /** When it ended, in elapsed time. */
  endedElapsed: number | null;
}

export type AskResult =
  | { readonly kind: 'open' }
  | { readonly kind: 'claimed'; readonly runId: string; readonly waits: boolean }
  | { readonly kind: 'active'; readonly runId: string }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'unavailable' };

/** The scheduler asked for a run. */
export interface Ask {
  readonly slot: Slot;
  readonly trigger: SlotRun['trigger'];
  readonly params: string | undefined;
  /** Wall clock at that time. */
  readonly wall: number;
  /** The same had been asked and was not answered. */
  readonly isRepeated: boolean;
  /** Number of the instant in which it was asked. */
  readonly instant: number;
  /** Runs of the DAG that were active then. */
  readonly active: readonly string[];
  /** What the definition then said about runs that overlap. */
  readonly overlapPolicy: SimulatedDag['policy']['overlapPolicy'] | undefined;
  /** What the rule for a DAG that is active or waits says when the run is claimed. */
  expected: 'place' | 'refusal' | null;
  /** The latest run of the DAG at that time. */
  readonly latest: string | undefined;
  result: AskResult;
  /** Number of the instant in which it had its answer. */
  answered: number;
}

/** What the runs need of the world around them. */
export interface RunWorld {
  readonly db: () => Database;
  readonly wall: () => number;
  readonly elapsed: () => number;
  readonly instant: () => number;
  readonly dag: (fileName: string) => SimulatedDag | undefined;
  readonly after: (delayMs: number, callback: () => void) => void;
  readonly random: {
    readonly chance: (probability: number) => boolean;
    readonly between: (least: number, most: number) => number;
  };
  /** A slot has its fate, and the engine says so. */
  readonly decided: (slot: SlotRecord) => void;
  /** The store takes no writes. */
  readonly isUnavailable: () => boolean;
  /** The engine is killed here, if that is planned. */
  readonly mayKill: (stage: 'asked' | 'writing' | 'claimed' | 'begun') => void;
  readonly told: (dagName: string) => void;
}

export const paramsOfRun = (runId: string): string => `{"run":"${runId}"}`;

/** Whose steps a run runs, and the name that it bears. */
export type NamedFile = Pick<SimulatedDag, 'fileName' | 'name'>;

export interface RunAbout {
  readonly runId: string;
  readonly trigger: 'manual' | SlotRun['trigger'];
  readonly slot: string | null;
  readonly waits: boolean;
}

export interface Replaced {
  readonly runId: string;
  readonly slot: SlotRecord | null;
}

export type Overlap = SimulatedDag['policy']['overlapPolicy'];

export function resultOf(error: unknown): AskResult {
  if (error instanceof EngineError && error.code === 'already_running') {
    // Written by the claim above.
    const { dagRunId } = error.extras.details as { readonly dagRunId: string };
    return { kind: 'active', runId: dagRunId };
  }
  if (error instanceof EngineError && error.code === 'service_unavailable') {
    return { kind: 'unavailable' };
  }
  return { kind: 'refused', message: error instanceof Error ? error.message : String(error) };
}

/** The row of a run that is accepted. */
export function storedRun(dag: NamedFile, about: RunAbout, wall: number): NewRun {
  const isQueued = about.trigger === 'catchup' || about.waits;
  return {
    key: about.runId,
    dagName: dag.name,
    runId: about.runId,
    fileName: dag.fileName,
    definition: 'steps: []',
    base: null,
    document: null,
    rootId: null,
    parentId: null,
    parentPosition: null,
    depth: 0,
    queue: dag.name,
    phase: 'checking',
    status: isQueued ? 'queued' : 'running',
    triggerType: about.trigger,
    attemptId: '',
    params: paramsOfRun(about.runId),
    context: '{}',
    tags: '[]',
    createdAt: wall,
    queuedAt: isQueued ? wall : null,
    startedAt: isQueued ? null : wall,
    logFolder: '',
    retentionDays: 30,
  };
}
