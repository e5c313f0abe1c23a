import type { NodeObject, RunDetail } from '#contract/run.ts';

/** A step of a run, or the step of one of its handlers. */
export interface RunNode {
  /** Name of the step; of a handler its event, as logs know it. */
  readonly key: string;
  readonly node: NodeObject;
  readonly isHandler: boolean;
}

const handlerKeys = ['onInit', 'onSuccess', 'onFailure', 'onAbort', 'onWait', 'onExit'] as const;

/** The handlers that a definition has, in the order of a run. */
export function handlerNodes(run: RunDetail): readonly RunNode[] {
  return handlerKeys.flatMap((key) => {
    const node = run[key];
    return node === undefined ? [] : [{ key, node, isHandler: true }];
  });
}

/** Steps first, handlers after them. */
export function runNodes(run: RunDetail): readonly RunNode[] {
  const steps = run.nodes.map((node) => ({ key: node.step.name, node, isHandler: false }));
  return [...steps, ...handlerNodes(run)];
}

export function findNode(run: RunDetail, key: string | undefined): RunNode | undefined {
  return runNodes(run).find((one) => one.key === key);
}
