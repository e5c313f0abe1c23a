import type { NodeStatus, RunStatus } from '#contract/status.ts';
import type { StepObject } from '#contract/run.ts';
import type { GraphLayout, GraphPoint, PlacedNode } from '../../lib/graph-model.ts';
import { routeKey } from '../../lib/route-labels.ts';
import type { IconName } from '../icons.tsx';
import { texts } from '../texts.ts';
import type { StepEdge } from './GraphEdge.tsx';
import type { StepNode } from './GraphNode.tsx';

/** What is known of a step beside its place. */
export interface StepLook {
  readonly status?: NodeStatus | undefined;
  readonly detail: string;
  readonly isCall: boolean;
  /** The kind of step, where it is worth a picture. */
  readonly mark?: IconName | undefined;
  readonly isBroken?: boolean;
  readonly pips?: readonly RunStatus[];
  /** Stands where the pips do, when there would be too many. */
  readonly count?: string;
}

interface ElementsInput {
  readonly layout: GraphLayout;
  readonly looks: ReadonlyMap<string, StepLook>;
  /** Words beside edges, by `routeKey`. */
  readonly labels: ReadonlyMap<string, string>;
  readonly selected: string | undefined;
  readonly onSelect: (name: string) => void;
  readonly onMenu: ((name: string, x: number, y: number) => void) | undefined;
}

const finished: readonly (NodeStatus | undefined)[] = ['succeeded', 'partially_succeeded'];
const passedBy: readonly (NodeStatus | undefined)[] = ['skipped', 'failed', 'aborted', 'rejected'];
const none: readonly RunStatus[] = [];

export function graphNodes(input: ElementsInput): StepNode[] {
  const { layout, looks, selected, onSelect, onMenu } = input;
  return layout.nodes.map((node) => {
    const look = looks.get(node.name);
    return {
      id: node.name,
      type: 'step',
      position: { x: node.x, y: node.y },
      width: node.width,
      height: node.height,
      domAttributes: { 'aria-roledescription': texts.graph.step },
      data: {
        name: node.name,
        status: look?.status,
        detail: look?.detail ?? '',
        isCall: look?.isCall ?? false,
        mark: look?.mark,
        isBroken: look?.isBroken ?? false,
        isSelected: node.name === selected,
        pips: look?.pips ?? none,
        count: look?.count ?? '',
        onSelect,
        onMenu,
      },
    };
  });
}

/** Edges that touch the selected step come last and so lie on top. */
export function graphEdges({ layout, looks, labels, selected }: ElementsInput): StepEdge[] {
  const places = new Map(layout.nodes.map((node) => [node.name, node]));
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
      ariaLabel: texts.graph.edge(edge.from, edge.to),
      domAttributes: { 'aria-roledescription': texts.graph.dependency },
      data: {
        path: edge.path,
        look,
        label: labels.get(routeKey(edge.from, edge.to)),
        labelAt: entryOf(places.get(edge.to), layout.direction),
        direction: layout.direction,
      },
    };
  });
  return edges.sort((a, b) => weight(a) - weight(b));
}

/** The picture for a step that is a gate, a router or a call. */
export function markOf(step: Pick<StepObject, 'gate' | 'router' | 'run'>): IconName | undefined {
  if (step.gate !== null) return 'waiting';
  if (step.router !== null) return 'router';
  return step.run === '' ? undefined : 'nested';
}

/** Just before a step, where an edge into it bears its words. */
function entryOf(node: PlacedNode | undefined, direction: GraphLayout['direction']): GraphPoint {
  if (node === undefined) return { x: 0, y: 0 };
  return direction === 'down'
    ? { x: node.x + node.width / 2, y: node.y - 8 }
    : { x: node.x - 8, y: node.y + node.height / 2 - 8 };
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
