import type { RunStatus } from '../../contract/status.ts';
import type { HandlerName } from '../../dag/definition.ts';
import { rollUp, withHandlers } from '../../dag/roll-up.ts';
import { handlerPosition, handlersOf } from '../../dag/run-steps.ts';
import { isNodeEnded } from '../../dag/transitions.ts';
import type { NodeRecord } from '../../storage/nodes.ts';
import { factsOf, type RunState } from '../state/run-state.ts';

type EndedParts = Pick<RunState, 'dag' | 'run' | 'nodes'>;

/** What a run comes to by its steps alone. */
function stepsOutcome({ dag, run, nodes }: EndedParts): RunStatus {
  const steps = nodes.slice(0, dag.steps.length);
  return rollUp(steps.map(factsOf), run.cutShort);
}

/** What a run comes to, by all that has ended so far. */
export function outcomeOf(state: EndedParts): RunStatus {
  const handlers = handlersOf(state.dag).map(({ name, position }) => {
    const { status = 'not_started', continued = 0 } = state.nodes[position] ?? {};
    return { name, status, continued: continued === 1 };
  });
  return withHandlers(stepsOutcome(state), handlers);
}

/** Whether the steps of a run may begin after this `init` handler; undefined: it has none. */
export function mayGoOn(init: NodeRecord | undefined): boolean {
  if (init === undefined || init.continued === 1) return true;
  return init.status !== 'failed' && init.status !== 'aborted' && init.status !== 'rejected';
}

/** Handlers of the end of a run that have not ended, in order. */
export function openHandlers(state: RunState): readonly HandlerName[] {
  return handlersAfter(stepsOutcome(state)).filter((name) => {
    const position = handlerPosition(state.dag, name);
    return position !== null && !isNodeEnded(state.nodes[position]?.status ?? 'not_started');
  });
}

function handlersAfter(status: RunStatus): readonly HandlerName[] {
  switch (status) {
    case 'aborted':
      return ['abort', 'exit'];
    case 'failed':
    case 'rejected':
      return ['failure', 'exit'];
    default:
      return ['success', 'exit'];
  }
}

/** Variables that handlers have beyond those of steps. */
export function handlerVariables(
  state: RunState,
  position: number,
): Readonly<Record<string, string>> {
  const { dag, run, nodes } = state;
  if (position < dag.steps.length) return {};
  const isWait = position === handlerPosition(dag, 'wait');
  const waiting = nodes.filter(({ status }) => status === 'waiting').map(({ name }) => name);
  return {
    DAG_RUN_STATUS: run.phase === 'handlers' ? outcomeOf(state) : run.status,
    ...(isWait ? { DAG_WAITING_STEPS: waiting.join(',') } : {}),
  };
}
