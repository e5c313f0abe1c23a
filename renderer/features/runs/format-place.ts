import type { NodeObject, RunDetail } from '#contract/run.ts';
import { texts } from './texts.ts';

const done: ReadonlySet<NodeObject['statusLabel']> = new Set(['succeeded', 'partially_succeeded']);

/**
 * Why steps have not begun though nothing that they depend on is left: as many as may run at once do. By the names of the
 * steps; without an entry a step waits for something else.
 */
export function placeWords({
  statusLabel,
  maxActiveSteps: most,
  nodes,
}: RunDetail): ReadonlyMap<string, string> {
  const isFull = most !== undefined && nodes.filter(isAtWork).length >= most;
  if (statusLabel !== 'running' || !isFull) return new Map();
  const over = new Set(nodes.filter(isDone).map(({ step }) => step.name));
  const ready = nodes.filter(
    ({ statusLabel: own, step }) =>
      own === 'not_started' && step.depends.every((name) => over.has(name)),
  );
  return new Map(ready.map(({ step }) => [step.name, texts.reason.waitsForPlace(most)]));
}

const isDone = (node: NodeObject): boolean => done.has(node.statusLabel);
// A step that waits for a person takes no place.
const isAtWork = (node: NodeObject): boolean => node.statusLabel === 'running';
