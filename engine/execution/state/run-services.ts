import type { ChatMessage } from '../../contract/messages.ts';
import type { Clock } from '../../lib/clock.ts';
import type { DiskRoom } from '../../platform/disk-room.ts';
import type { SpawnQueue } from '../../platform/spawn-queue.ts';
import type { StepMemory } from '../../platform/step-memory.ts';
import type { StepProcesses } from '../../platform/step-processes.ts';
import type { NodeRecord } from '../../storage/nodes.ts';
import type { WriteQueue } from '../../storage/write-queue.ts';
import type { RunLog } from './run-log.ts';
import type { RunState } from './run-state.ts';
import type { RunTrace } from './run-trace.ts';
import type { TracedRun } from './traced-run.ts';
import type { Vault } from './vault.ts';
import type { SubRuns } from './sub-runs.ts';

/** What everything that happens within one run shares. */
export interface RunServices {
  readonly state: RunState;
  /** Empty until the secrets of the run have been resolved, which is before its first step. */
  readonly vault: () => Vault;
  /** Exit records and scripts. */
  readonly workFolder: string;
  /** Stands in the command lines of processes and in the names of folders: only what bears it is touched. */
  readonly homeId: string;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly writes: WriteQueue;
  readonly spawns: SpawnQueue;
  /** Asked before an attempt begins: on a full disk its end could not be noted. */
  readonly room: DiskRoom;
  readonly processes: StepProcesses;
  readonly memory: StepMemory;
  readonly defaultShell: readonly string[];
  readonly ownEnvironment: NodeJS.ProcessEnv;
  readonly log: RunLog;
  readonly subRuns: SubRuns;
  /** Variables of handlers; those of a step are none. */
  readonly extraVariables: (position: number) => Readonly<Record<string, string>>;
  /** What the steps before one said to models and were answered, masked. */
  readonly messagesBefore: (position: number) => readonly ChatMessage[];
  /** Its place in a trace; null: nobody wants one. */
  readonly trace: () => RunTrace | null;
  /** Takes the trace of the run when it has ended. */
  readonly traced: (ended: TracedRun) => void;
  /** Called after a mail about the run was stored. */
  readonly mailDue: () => void;
  /** Called after a change of a node was committed. */
  readonly changed: (node: NodeRecord) => void;
}
