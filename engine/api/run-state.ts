import type { EngineEvent } from '../contract/events.ts';
import { runSummary, type NodeObject, type RunDetail } from '../contract/run.ts';

/** A run as the events that would have led a listener to what it is now. */
export function stateEvents(run: RunDetail): readonly EngineEvent[] {
  const { name, dagRunId } = run;
  return [
    // The summary without what the detail has besides.
    { type: 'run.changed', run: runSummary().parse(run) },
    ...nodesOf(run).map((node, index): EngineEvent => ({
      type: 'node.changed',
      name,
      dagRunId,
      index,
      node,
    })),
  ];
}

/** That each log of a run which has begun may have grown: what is told of logs is not remembered. */
export function logEvents(run: RunDetail): readonly EngineEvent[] {
  const { name, dagRunId } = run;
  const grown = (stepName: string, stream: 'stdout' | 'stderr'): EngineEvent => ({
    type: 'log.appended',
    name,
    dagRunId,
    stepName,
    stream,
  });
  const ofNodes = nodesOf(run).flatMap((node) =>
    (['stdout', 'stderr'] as const)
      .filter((stream) => node[stream] !== '')
      .map((stream) => grown(node.step.name, stream)),
  );
  return [grown('', 'stdout'), ...ofNodes];
}

/** By their positions: handlers stand behind the steps, in the order in which the engine numbers them. */
function nodesOf(run: RunDetail): readonly NodeObject[] {
  const { onInit, onSuccess, onFailure, onAbort, onWait, onExit } = run;
  const handlers = [onInit, onSuccess, onFailure, onAbort, onWait, onExit];
  return [...run.nodes, ...handlers.filter((node) => node !== undefined)];
}
