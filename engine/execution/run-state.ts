import type { Dag } from '../dag/definition.ts';
import { buildPlan, type Plan } from '../dag/plan.ts';
import { checkNodeMove } from '../dag/transitions.ts';
import { updateNode, type NodeRecord, type OutputRecord } from '../storage/nodes.ts';
import type { RunRecord } from '../storage/runs.ts';
import type { Database } from '../storage/database.ts';
import type { RunContext } from './run-context.ts';
import type { RunFacts } from './step-scope.ts';

/** What a driver is given to run: a stored run with what its columns mean. */
export interface LoadedRun {
  readonly record: RunRecord;
  readonly dag: Dag;
  readonly context: RunContext;
  readonly nodes: readonly NodeRecord[];
  readonly outputs: readonly OutputRecord[];
}

/** The nodes of a run in memory, a mirror of the store: every change is written in the same turn. */
export interface RunState extends RunFacts {
  readonly nodes: NodeRecord[];
  readonly outputs: OutputRecord[];
  readonly plan: Plan;
  /** Changes a node after asking the transition table, and returns it with the write that goes with it. */
  readonly change: (position: number, patch: Partial<NodeRecord>) => NodeChange;
}

interface NodeChange {
  readonly after: NodeRecord;
  readonly save: (db: Database) => void;
}

export function createRunState(run: LoadedRun): RunState {
  const nodes = [...run.nodes];
  return {
    dag: run.dag,
    context: run.context,
    plan: buildPlan(run.dag.steps),
    nodes,
    outputs: [...run.outputs],
    change: (position, patch) => {
      const before = nodes[position];
      if (before === undefined) throw new Error(`Run ${run.record.id} has no node ${position}`);
      if (patch.status !== undefined) checkNodeMove(before.name, before.status, patch.status);
      const after = { ...before, ...patch };
      nodes[position] = after;
      return { after, save: (db) => updateNode(db, run.record.id, after) };
    },
  };
}
