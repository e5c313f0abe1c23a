import type { SlotKind } from '../contract/schedule.ts';
import type { Schedules, SlotPolicy } from '../dag/definition.ts';
import type { Database } from '../storage/database.ts';
import type { RunRecord } from '../storage/runs.ts';

/** What the scheduler has to know of a DAG. */
export interface ScheduledDag {
  readonly fileName: string;
  readonly name: string;
  readonly schedule: Schedules;
  readonly policy: SlotPolicy;
  readonly suspended: boolean;
  /** Whether Git Sync has a text of it that waits to be accepted. */
  readonly isUnderReview: boolean;
  /** The first thing wrong with its definition; null for a sound one. */
  readonly problem: string | null;
  /** Whether its file may be about to be written, so that what is wrong may be over in a moment. */
  readonly isUnfinished: boolean;
}

/** The definitions as they are now. */
export interface ScheduledDags {
  readonly all: () => Iterable<ScheduledDag>;
  /** Null where there is no such DAG any more. */
  readonly get: (fileName: string) => ScheduledDag | null;
  /** Reads a definition now, so that its run will find it read. */
  readonly readAhead: (fileName: string) => void;
}

/** A time at which a DAG was due: the key of the ledger. */
export interface SlotKey {
  readonly fileName: string;
  readonly kind: SlotKind;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A slot, with when it is to be acted on. */
export interface TimedSlot extends SlotKey {
  /** Later than its time where `jitter_sec` puts off a start; its time where it is left out. */
  readonly startsAt?: number;
}

/** Where the run of a slot is once it is claimed: under way, or in a queue that the slot waits in. */
export interface ClaimedPlace {
  /** Null: it begins now, or what it waits for is not the slot's. */
  readonly waitsIn: string | null;
}

/** A run that a slot asks for. */
export interface SlotRun {
  readonly slot: SlotKey;
  /** `catchup` goes through the queue; `scheduler` begins at once, or waits in a global queue. Both refuse while the DAG has an active run. */
  readonly trigger: 'scheduler' | 'catchup';
  /** Parameters of an earlier run to take over; undefined: those of the definition. */
  readonly params: string | undefined;
  /** Writes the fate of the slot within the transaction that claims the run; when it throws, there is no run. */
  readonly record: (db: Database, dagRunId: string, place: ClaimedPlace) => void;
}

/** How runs that somebody has planned come to start. */
export interface PlannedRuns {
  /** It starts now, without waiting in line. */
  readonly begin: (run: RunRecord) => Promise<void>;
  /** It takes the last place in its queue. */
  readonly enter: (run: RunRecord) => Promise<void>;
  /** It does not start. */
  readonly fail: (run: RunRecord, reason: string) => void;
}

/** How the scheduler asks for runs. */
export interface SlotRuns {
  /**
   * Resolves when the run is claimed for good.
   *
   * @throws EngineError `already_running` with `details.dagRunId` for an active run, `service_unavailable` when the store
   *   takes no writes, any other code for a run that cannot be.
   */
  readonly start: (run: SlotRun) => Promise<void>;
  /**
   * Resolves when it is known whether the active runs of a DAG go on; undefined: it is. After a start one that ended while
   * no engine ran counts as active until what its steps have left behind has been read.
   */
  readonly settling: (dagName: string) => Promise<unknown> | undefined;
  /** Stops a run of the DAG, or takes it out of its queue; false when it was neither under way nor queued. */
  readonly stop: (dagName: string, dagRunId: string) => boolean | Promise<boolean>;
  /** Parameters with which the latest run of the DAG began, to give to the next; undefined where it has none. */
  readonly paramsOf: (dagName: string, dagRunId: string) => Promise<string | undefined>;
}
