import { handlerNames, type Dag, type HandlerName, type Step } from './definition.ts';

/** All that a run of a DAG may execute: its steps, and behind them its handlers. A node's position is its place here. */
export function runSteps(dag: Dag): readonly Step[] {
  let steps = known.get(dag);
  if (steps === undefined) {
    steps = [...dag.steps, ...declared(dag).flatMap((name) => dag.handlerOn[name] ?? [])];
    known.set(dag, steps);
  }
  return steps;
}

// Asked for with every change of a node.
const known = new WeakMap<Dag, readonly Step[]>();

/** Where the handler of an event stands; null: the DAG has none. */
export function handlerPosition(dag: Dag, name: HandlerName): number | null {
  const index = declared(dag).indexOf(name);
  return index === -1 ? null : dag.steps.length + index;
}

/** The handlers of a DAG with their positions. */
export function handlersOf(
  dag: Dag,
): readonly { readonly name: HandlerName; readonly position: number }[] {
  return declared(dag).map((name, index) => ({ name, position: dag.steps.length + index }));
}

function declared({ handlerOn }: Dag): readonly HandlerName[] {
  return handlerNames.filter((name) => handlerOn[name] !== undefined);
}

/** The step at a position. @throws Error for a position that the DAG does not have: a bug. */
export function stepAt(dag: Dag, position: number): Step {
  const step = runSteps(dag)[position];
  if (step === undefined) throw new Error(`There is no step ${position} in ${dag.name}`);
  return step;
}
