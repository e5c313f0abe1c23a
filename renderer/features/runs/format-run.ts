import type { NodeObject, RunDetail, SubRun } from '#contract/run.ts';
import { isActiveRun, type NodeStatus } from '#contract/status.ts';
import { elapsedBetween, formatDuration } from '../../lib/duration.ts';
import { pauseWords } from './format-attempt.ts';
import { handlerNodes } from './run-nodes.ts';
import { formatWentOn } from './format-went-on.ts';
import { texts } from './texts.ts';

/** What stands beside the status of a run: why it is so, or what happens now. Who waits is said by `openWaits`. */
export function runReason(run: RunDetail): string {
  const unmet = unmetPreconditions(run);
  if (unmet !== '') return unmet;
  if (run.error !== '') return run.error;
  const failed = run.nodes.filter((node) => node.statusLabel === 'failed');
  const [first] = failed;
  if (first === undefined) return failedHandler(run);
  if (isActiveRun(run.statusLabel)) {
    return texts.reason.failedGoesOn(failed.length);
  }
  if (run.statusLabel !== 'partially_succeeded') {
    // What the run went on from is not what it failed of.
    const cause = failed.find((node) => formatWentOn(node, run) === '') ?? first;
    return texts.reason.of(cause.step.name, nodeReason(cause));
  }
  const names = failed.map((node) => node.step.name).join(', ');
  return texts.reason.failedWentOn(names);
}

/** Names a condition of the DAG that kept the run from its first step. */
function unmetPreconditions(run: RunDetail): string {
  // The others of the list say only that this one failed.
  const unmet = run.preconditions.filter(
    ({ error }) => error !== '' && error !== 'other condition was not met',
  );
  return unmet
    .map(({ condition, error }) => texts.reason.precondition(condition, error))
    .join(', ');
}

function failedHandler(run: RunDetail): string {
  const failed = handlerNodes(run).find(({ node }) => node.statusLabel === 'failed');
  return failed === undefined ? '' : texts.reason.of(failed.key, nodeReason(failed.node));
}

/** A place where the run waits for a person: a gate of its own, or a sub-run that waits. */
export interface OpenWait {
  readonly step: string;
  readonly subRun: SubRun | undefined;
}

/** All places where a run waits for a person. */
export function openWaits(run: RunDetail): readonly OpenWait[] {
  return run.nodes.flatMap((node): readonly OpenWait[] => {
    // Nearly all of a thousand steps call nothing and wait for nobody.
    if (node.statusLabel !== 'waiting' && node.subRuns.length === 0) return [];
    const step = node.step.name;
    const waiting = node.subRuns.filter((sub) => sub.statusLabel === 'waiting');
    if (waiting.length > 0) return waiting.map((subRun) => ({ step, subRun }));
    return node.statusLabel === 'waiting' ? [{ step, subRun: undefined }] : [];
  });
}

/** Why a node is as it is, in one line; empty when there is nothing to say. */
export function nodeReason(node: NodeObject, now?: number): string {
  if (node.statusLabel === 'running') return pauseWords(node, now ?? 0);
  if (node.statusLabel === 'waiting') return gatePrompt(node) || node.error;
  if (node.statusLabel === 'rejected' && node.rejectionReason) return node.rejectionReason;
  if (node.statusLabel === 'succeeded' && node.error === '') return '';
  return failureWords(node);
}

/** What a gate asks; as the definition has it before it has asked, and of runs of older versions. */
export function gatePrompt({ prompt, step }: NodeObject): string {
  return prompt ?? step.gate?.prompt ?? '';
}

function failureWords(node: NodeObject): string {
  const [first = '', ...more] = node.error.split('\n');
  const code =
    node.exitCode === null || node.exitCode === 0 ? '' : texts.reason.exit(node.exitCode);
  // The engine's text begins with the exit code in words and ends with what the step said last.
  const cause = code !== '' && /^exit status \d+$/.test(first) ? '' : first;
  const last = cause === '' ? (more.findLast((line) => line.trim() !== '') ?? '') : '';
  return [code, cause, last.replace('recent stderr (tail):', '').trim()]
    .filter(Boolean)
    .join(' · ');
}

/** `9m 27s`; a dash for a step that was passed by. */
export function nodeTime(node: NodeObject, now: number): string {
  if (node.statusLabel === 'skipped') return '—';
  const elapsed = elapsedBetween(node.startedAt, node.finishedAt, now);
  return elapsed === undefined ? '' : formatDuration(elapsed);
}

/** How many nodes have each status, in the order in which they are shown. */
export function statusCounts(
  nodes: readonly NodeObject[],
): readonly (readonly [NodeStatus, number])[] {
  const order: readonly NodeStatus[] = [
    'succeeded',
    'partially_succeeded',
    'running',
    'waiting',
    'failed',
    'rejected',
    'aborted',
    'skipped',
    'not_started',
  ];
  const counts = new Map<NodeStatus, number>();
  for (const { statusLabel } of nodes) counts.set(statusLabel, (counts.get(statusLabel) ?? 0) + 1);
  return order.flatMap((status) => {
    const count = counts.get(status);
    return count === undefined ? [] : [[status, count] as const];
  });
}
