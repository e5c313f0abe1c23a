import type { NodeStatus } from '#contract/status.ts';
import type { RunNode } from './run-nodes.ts';

/** What is known of the steps with output. */
export interface Spoken {
  readonly isKnown: boolean;
  readonly step: string | undefined;
}

interface Following {
  readonly isActive: boolean;
  /** The step on show before. */
  readonly before: string | undefined;
  /** The last step with output, of a run that has ended. */
  readonly spoken: Spoken;
}

/** The step that somebody who opens a run wants to see: what failed, else what runs. */
function strikingStep(nodes: readonly RunNode[]): RunNode | undefined {
  let best: RunNode | undefined;
  let rank = interesting.length;
  for (const one of nodes) {
    const at = interesting.indexOf(one.node.statusLabel);
    if (at >= 0 && at < rank) [best, rank] = [one, at];
  }
  return best;
}

/** In the order in which somebody wants to see them. */
const interesting: readonly NodeStatus[] = ['failed', 'rejected', 'waiting', 'running'];

/** Of a run of a thousand silent steps the last one will do. */
const MAX_ASKED = 12;

/**
 * The steps of a run that has ended whose output decides which of them is shown, the last one first; none where another
 * thing decides.
 */
export function speakers(nodes: readonly RunNode[], isActive: boolean): readonly string[] {
  if (isActive || strikingStep(nodes) !== undefined) return [];
  const ran = nodes.filter(
    ({ isHandler, node }) => !isHandler && node.startedAt !== '' && node.statusLabel !== 'skipped',
  );
  return ran
    .slice(-MAX_ASKED)
    .toReversed()
    .map(({ key }) => key);
}

function lastStarted(nodes: readonly RunNode[]): string | undefined {
  const steps = nodes.filter((one) => !one.isHandler);
  return (steps.findLast(({ node }) => node.startedAt !== '') ?? nodes[0])?.key;
}

/**
 * The step that a page shows while nobody has chosen one: what failed; else of a live run the step at work, as long as
 * it is at work; at the end the last one with output, and none before that is known.
 */
export function followedStep(
  nodes: readonly RunNode[],
  { isActive, before, spoken }: Following,
): string | undefined {
  const striking = strikingStep(nodes);
  if (!isActive && striking === undefined) {
    const isOpen = !spoken.isKnown && speakers(nodes, isActive).length > 0;
    return isOpen ? before : (spoken.step ?? lastStarted(nodes));
  }
  if (!isActive || (striking !== undefined && hasFailed(striking))) return striking?.key;
  const atWork = nodes.filter(({ node }) => ['running', 'waiting'].includes(node.statusLabel));
  const stays = atWork.some(({ key }) => key === before);
  return stays ? before : (atWork[0]?.key ?? before ?? striking?.key ?? lastStarted(nodes));
}

/** The step some places further, staying at the ends. */
export function neighbor(
  nodes: readonly RunNode[],
  selected: string | undefined,
  by: number,
): string | undefined {
  const index = nodes.findIndex((one) => one.key === selected);
  return nodes[Math.max(0, Math.min(nodes.length - 1, index + by))]?.key;
}

/** The first node that failed or was rejected. */
export function firstFailed(nodes: readonly RunNode[]): RunNode | undefined {
  return nodes.find(hasFailed);
}

/** Whether a node failed or was rejected. */
export function hasFailed({ node: { statusLabel } }: RunNode): boolean {
  return statusLabel === 'failed' || statusLabel === 'rejected';
}
