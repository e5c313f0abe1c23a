import type { NodeStatus, RunStatus } from '#contract/status.ts';
import type { GraphLayout } from '../../lib/graph-model.ts';
import type { StepEdge } from './GraphEdge.tsx';
import type { StepNode } from './GraphNode.tsx';

/** What is known of a step beside its place. */
export interface StepLook {
  readonly status?: NodeStatus | undefined;
  readonly detail: string;
  readonly isCall: boolean;
  readonly isBroken?: boolean;
  readonly pips?: readonly RunStatus[];
}

interface ElementsInput {
  readonly layout: GraphLayout;
  readonly looks: ReadonlyMap<string, StepLook>;
  readonly selected: string | undefined;
  readonly onSelect: (name: string) => void;
}

const finished: readonly (NodeStatus | undefined)[] = ['succeeded', 'partially_succeeded'];
const passedBy: readonly (NodeStatus | undefined)[] = ['skipped', 'failed', 'aborted', 'rejected'];
const none: readonly RunStatus[] = [];

export function graphNodes({ layout, looks, selected, onSelect }: ElementsInput): StepNode[] {
  return layout.nodes.map((node) => {
    const look = looks.get(node.name);
    return {
      id: node.name,
      type: 'step',
      position: { x: node.x, y: node.y },
      width: node.width,
      height: node.height,
      data: {
        name: node.name,
        status: look?.status,
        detail: look?.detail ?? '',
        isCall: look?.isCall ?? false,
        isBroken: look?.isBroken ?? false,
        isSelected: node.name === selected,
        pips: look?.pips ?? none,
        onSelect,
      },
    };
  });
}

/** Edges that touch the selected step come last and so lie on top. */
export function graphEdges({ layout, looks, selected }: ElementsInput): StepEdge[] {
  const edges = layout.edges.map((edge): StepEdge => {
    const touches = edge.from === selected || edge.to === selected;
    const look = touches
      ? 'touched'
      : lookOf(looks.get(edge.from)?.status, looks.get(edge.to)?.status);
    return {
      id: JSON.stringify([edge.from, edge.to]),
      type: 'step',
      source: edge.from,
      target: edge.to,
      data: { path: edge.path, look },
    };
  });
  return edges.sort((a, b) => weight(a) - weight(b));
}

function lookOf(from: NodeStatus | undefined, to: NodeStatus | undefined) {
  if (from === undefined || finished.includes(from)) return 'done';
  const wentOn = to !== undefined && to !== 'not_started' && to !== 'aborted';
  if (passedBy.includes(from) && (wentOn || from === 'skipped')) return 'loose';
  return 'todo';
}

function weight(edge: StepEdge): number {
  return ['todo', 'done', 'loose', 'touched'].indexOf(edge.data?.look ?? 'todo');
}
