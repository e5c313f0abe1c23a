import type { Dag } from '../../dag/definition.ts';
import type { NodeFacts, Plan } from '../../dag/plan.ts';
import { planOf } from '../../dag/plan.ts';
import { checkNodeMove, checkRunMove } from '../../dag/transitions.ts';
import type { Database } from '../../storage/database.ts';
import {
  detailOf,
  updateNode,
  type NodeDetail,
  type NodeRecord,
  type OutputRecord,
} from '../../storage/nodes.ts';
import { updateRun, type RunPatch, type RunRecord } from '../../storage/runs.ts';
import type { RunContext } from './run-context.ts';

/** What a driver is given to run: a stored run with what its columns mean. */
export interface LoadedRun {
  readonly record: RunRecord;
  readonly dag: Dag;
  readonly context: RunContext;
  readonly nodes: readonly NodeRecord[];
  readonly outputs: readonly OutputRecord[];
  /** In which it was asked for; that of the engine when left out, as for a run that was stored before. */
  readonly ownEnvironment?: NodeJS.ProcessEnv;
}

/** A run in memory, a mirror of the store: every change is written in the same turn. */
export interface RunState {
  readonly dag: Dag;
  readonly plan: Plan;
  readonly context: RunContext;
  readonly run: RunRecord;
  readonly nodes: readonly NodeRecord[];
  /** Secrets in them are sealed. */
  readonly outputs: readonly OutputRecord[];
  /** When this engine last learned what had become of it while it was looked after by none; null: it always was. */
  readonly takenOverAt: number | null;
  /** What happened before that was not done by this engine. */
  readonly takeOver: (now: number) => void;
  /** What the plan must know of each node. */
  readonly facts: readonly NodeFacts[];
  /** Changes a node after asking the transition table, and returns it with the write that goes with it. */
  readonly change: (position: number, patch: Partial<NodeRecord>) => NodeChange;
  /** The same for the run itself. */
  readonly changeRun: (patch: RunPatch) => (db: Database) => void;
  /** Takes the outputs of a node in place of what it had before. */
  readonly putOut: (position: number, outputs: readonly OutputRecord[]) => void;
}

interface NodeChange {
  readonly after: NodeRecord;
  readonly save: (db: Database) => void;
}

/** Begins with what the database holds of the run. It stores nothing: whoever changes something is given the write. */
export function createRunState(loaded: LoadedRun): RunState {
  const { dag, context } = loaded;
  const nodes = [...loaded.nodes];
  // Kept beside the nodes: the plan looks at all of them each time that one of them ends.
  const facts = nodes.map(factsOf);
  let run = loaded.record;
  let outputs = loaded.outputs;
  let takenOverAt: number | null = null;
  return {
    dag,
    context,
    plan: planOf(dag.steps),
    nodes,
    get run() {
      return run;
    },
    get outputs() {
      return outputs;
    },
    get takenOverAt() {
      return takenOverAt;
    },
    takeOver: (now) => {
      takenOverAt = now;
    },
    facts,
    change: (position, patch) => {
      const before = nodes[position];
      if (before === undefined) throw new Error(`Run ${run.id} has no node ${position}`);
      if (patch.status !== undefined && patch.status !== before.status) {
        checkNodeMove(before.name, before.status, patch.status);
      }
      const after = { ...before, ...patch };
      nodes[position] = after;
      facts[position] = factsOf(after);
      return { after, save: (db) => updateNode(db, run.id, after) };
    },
    changeRun: (patch) => {
      if (patch.status !== undefined) checkRunMove(run.status, patch.status);
      run = { ...run, ...patch };
      const { id } = run;
      return (db) => updateRun(db, id, patch);
    },
    putOut: (position, added) => {
      outputs = [...outputs.filter((output) => output.position !== position), ...added];
    },
  };
}

const NO_DETAIL: NodeDetail = {};

/** What the plan must know of a node. */
export function factsOf({ status, continued, detail }: FactParts): NodeFacts {
  const { chosen = null, only } = detail === '{}' ? NO_DETAIL : detailOf({ detail });
  return { status, continued: continued === 1, chosen, only };
}

type FactParts = Pick<NodeRecord, 'status' | 'continued' | 'detail'>;
