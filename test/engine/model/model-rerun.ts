import { newModelNode, type ModelNode, type ModelRun } from './model-run.ts';

/**
 * Brings an ended run to where it goes on: what did not succeed, and all that follows it, runs again.
 * Says whether its preconditions are asked again, and whether its init handler runs.
 */
export function beginAgain(run: ModelRun): { readonly asks: boolean; readonly inits: boolean } {
  const again = run.nodes.map((_, index) => isRunAgain(run, index));
  run.nodes.forEach((node, index) => {
    if (again[index] === true) Object.assign(node, newModelNode(), { calls: node.calls });
  });
  const init = run.handlers.get('init');
  const isDone = init?.status === 'succeeded' || init?.status === 'skipped';
  const asks = run.cut === 'precondition';
  run.handlers.clear();
  if (init !== undefined && isDone) run.handlers.set('init', init);
  Object.assign(run, { cut: null, refused: false, stepsOver: false, nextStart: 0, stopped: false });
  run.waitedFor = new Set();
  return { asks, inits: !isDone };
}

function isRunAgain(run: ModelRun, index: number): boolean {
  const kept: readonly ModelNode['status'][] = ['succeeded', 'partially_succeeded', 'skipped'];
  const node = run.nodes[index];
  if (node === undefined || !kept.includes(node.status)) return true;
  return run.dag.steps[index]?.depends.some((before) => isRunAgain(run, before)) === true;
}
