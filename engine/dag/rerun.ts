import type { NodeStatus } from '../contract/status.ts';
import type { Plan } from './plan.ts';

const unfinished: ReadonlySet<NodeStatus> = new Set([
  'failed',
  'aborted',
  'rejected',
  'not_started',
]);

/**
 * Positions of the nodes that a retry runs, ascending: those that failed, were aborted or rejected, or never began, and
 * all that follow them, however they ended. With `stepName` that one alone, and nothing for a name that the plan does
 * not have.
 */
export function nodesToRerun(
  plan: Plan,
  statuses: readonly NodeStatus[],
  stepName: string | null,
): readonly number[] {
  const rerun = plan.names.map((name) => name === stepName);
  if (stepName === null) {
    for (const position of plan.order) {
      const before = plan.predecessors[position] ?? [];
      rerun[position] =
        unfinished.has(statuses[position] ?? 'not_started') ||
        before.some((earlier) => rerun[earlier]);
    }
  }
  return rerun.flatMap((runs, position) => (runs ? [position] : []));
}

const done: ReadonlySet<NodeStatus> = new Set(['succeeded', 'partially_succeeded']);

/**
 * Which of the nodes that a retry runs keep nothing of what they had called: those that had done their work, and those
 * behind a node that runs as well, which may give them something else. Any other goes on with what it had called.
 */
export function nodesToCallAnew(
  plan: Plan,
  statuses: readonly NodeStatus[],
  rerun: readonly number[],
): readonly number[] {
  const again = new Set(rerun);
  return rerun.filter(
    (position) =>
      done.has(statuses[position] ?? 'not_started') ||
      (plan.predecessors[position] ?? []).some((earlier) => again.has(earlier)),
  );
}
