import { unmetReason } from '../../dag/conditions.ts';
import { effectiveCut } from '../../dag/roll-up.ts';
import type { NodeRecord } from '../../storage/nodes.ts';
import type { RunState } from '../state/run-state.ts';

/** Why a run did not simply succeed, in one line. */
export function reasonOf({ dag, run, nodes }: Pick<RunState, 'dag' | 'run' | 'nodes'>): string {
  const steps = nodes.slice(0, dag.steps.length);
  switch (effectiveCut(steps, run.cutShort)) {
    case 'setup':
      // Stored when it was found out.
      return run.error;
    case 'stop':
      return 'stopped';
    case 'timeout':
      return `the run took longer than ${dag.timeoutSec}s (timeout_sec)`;
    case 'precondition':
      return unmetReason(JSON.parse(run.conditionErrors) as string[]);
    default:
      return nodeReason(nodes, steps.length);
  }
}

/** Why a run ended before its steps, which no earlier line of its log says; empty: something else ended it. */
export function refusalOf(state: Pick<RunState, 'dag' | 'run' | 'nodes'>): string {
  const cut = effectiveCut(state.nodes.slice(0, state.dag.steps.length), state.run.cutShort);
  return cut === 'setup' || cut === 'precondition' ? reasonOf(state) : '';
}

function nodeReason(nodes: readonly NodeRecord[], steps: number): string {
  const guilty =
    nodes.find(({ status }) => status === 'rejected') ??
    nodes.find(({ status, continued }) => status === 'failed' && continued === 0) ??
    // Whatever had failed was set to succeeded by hand, or let the run go on: that was not in the way.
    nodes.find(({ status }) => status === 'aborted') ??
    nodes.find(({ status }) => status === 'failed');
  if (guilty === undefined) return '';
  const what = guilty.position < steps ? 'step' : 'handler';
  return `${what} "${guilty.name}": ${guilty.error.split('\n')[0] ?? ''}`;
}

/**
 * When a run ended that had nothing left to do when it was taken over, or its last end was heard of too late: with the last of
 * its nodes. Null: now, since this engine did something, or because the clock was set back.
 */
export function pastEndOf({
  run,
  nodes,
  takenOverAt,
}: Pick<RunState, 'run' | 'nodes' | 'takenOverAt'>): number | null {
  const last = Math.max(...nodes.map(({ finishedAt }) => finishedAt ?? 0));
  const began = run.startedAt ?? run.createdAt;
  return takenOverAt !== null && last >= began && last <= takenOverAt ? last : null;
}
