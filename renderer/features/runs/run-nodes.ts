import type { NodeObject, RunDetail } from '#contract/run.ts';

/** A step of a run, or the step of one of its handlers. */
export interface RunNode {
  /** Name of the step; of a handler its event, as logs know it. */
  readonly key: string;
  readonly node: NodeObject;
  readonly isHandler: boolean;
}

const handlerKeys = ['onInit', 'onSuccess', 'onFailure', 'onAbort', 'onWait', 'onExit'] as const;

const entries = new WeakMap<NodeObject, RunNode>();
const lists = new WeakMap<RunDetail, readonly RunNode[]>();

/** The handlers that a definition has, in the order of a run. */
export function handlerNodes(run: RunDetail): readonly RunNode[] {
  return handlerKeys.flatMap((key) => {
    const node = run[key];
    return node === undefined ? [] : [entryOf(node, key, true)];
  });
}

/** Steps first, handlers after them. A step that did not change is the same object as before. */
export function runNodes(run: RunDetail): readonly RunNode[] {
  const known = lists.get(run);
  if (known !== undefined) return known;
  const steps = run.nodes.map((node) => entryOf(node, node.step.name, false));
  const all = [...steps, ...handlerNodes(run)];
  lists.set(run, all);
  return all;
}

function entryOf(node: NodeObject, key: string, isHandler: boolean): RunNode {
  const known = entries.get(node);
  if (known?.key === key && known.isHandler === isHandler) return known;
  const entry = { key, node, isHandler };
  entries.set(node, entry);
  return entry;
}

/** Whether what is said of a step follows the clock. */
export function isTimed({ startedAt, finishedAt, stage }: NodeObject): boolean {
  return (startedAt !== '' && finishedAt === '') || stage === 'pausing';
}

/** The node with this key; undefined where there is none. */
export function findNode(run: RunDetail, key: string | undefined): RunNode | undefined {
  return key === undefined ? undefined : runNodes(run).find((one) => one.key === key);
}

/** Whether the step waits here for a person, and not in a run that it called. */
export function isOpenGate({ statusLabel, step }: NodeObject): boolean {
  return statusLabel === 'waiting' && step.run === '';
}
