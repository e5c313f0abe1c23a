import type { EngineEvent } from '#contract/events.ts';
import type { NodeObject, RunDetail, RunSummary, SubRun } from '#contract/run.ts';
import type { StepObject } from '#contract/step.ts';
import { isSameRun, runKey } from '../../lib/run-key.ts';

/**
 * The run after an event: the same object when the event does not concern it, undefined when the event tells of
 * something that this run does not know yet, so that it has to be fetched again.
 */
export function withEvent(run: RunDetail, event: EngineEvent): RunDetail | undefined {
  if (event.type === 'run.changed' && isSameRun(event.run, run)) {
    const next = { ...run, ...event.run };
    // What became of a mail is in no event, and nothing else changes a run that has ended and stays so.
    return isMailing(run) && next.attemptId === run.attemptId ? undefined : next;
  }
  if (event.type !== 'node.changed' || !isSameRun(event, run)) return run;
  const before = run.nodes[event.index];
  if (before?.step.name !== event.node.step.name) return undefined;
  return { ...run, nodes: run.nodes.with(event.index, withKnownStep(event.node, before.step)) };
}

function isMailing({ mails = [], finishedAt }: RunDetail): boolean {
  return finishedAt !== '' && mails.some(({ dueAt }) => dueAt !== '');
}

/** What was written of a step seldom changes with its status; while it is the same, so is its object. */
function withKnownStep(node: NodeObject, known: StepObject): NodeObject {
  const isSame = JSON.stringify(node.step) === JSON.stringify(known);
  return isSame ? { ...node, step: known } : node;
}

/** Whether one of the run's steps called another run. */
export function isCalledBy(run: RunDetail, other: RunSummary): boolean {
  return other.parentDAGRunId === run.dagRunId && other.parentDAGRunName === run.name;
}

/** The run with what became of its sub-runs, of which later ones count; undefined when one of them is new to it. */
export function withSubRuns(
  run: RunDetail,
  summaries: readonly RunSummary[],
): RunDetail | undefined {
  const changed = new Map(summaries.map((one) => [runKey(one), one]));
  let found = 0;
  const update = (sub: SubRun): SubRun => {
    const known = changed.get(runKey(sub));
    if (known === undefined) return sub;
    found += 1;
    const { status, statusLabel, startedAt, finishedAt, error } = known;
    return { ...sub, status, statusLabel, startedAt, finishedAt, error };
  };
  const updateAll = (subRuns: NodeObject['subRuns']) =>
    subRuns.some((sub) => changed.has(runKey(sub))) ? subRuns.map(update) : subRuns;
  const nodes = run.nodes.map((node) => {
    const subRuns = updateAll(node.subRuns);
    const subRunsRepeated = updateAll(node.subRunsRepeated);
    const isSame = subRuns === node.subRuns && subRunsRepeated === node.subRunsRepeated;
    return isSame ? node : { ...node, subRuns, subRunsRepeated };
  });
  return found < changed.size ? undefined : { ...run, nodes };
}
