import type { StepObject } from '#contract/step.ts';

/** What the graph needs to know of a step to place it. */
export interface GraphStep {
  readonly name: string;
  readonly depends: readonly string[];
  /** Calls a sub-DAG: drawn taller, with a second outline. */
  readonly isCall: boolean;
}

export interface GraphPoint {
  readonly x: number;
  readonly y: number;
}

export interface PlacedNode extends GraphBox {
  readonly name: string;
}

export interface GraphBox extends GraphPoint {
  readonly width: number;
  readonly height: number;
}

export interface PlacedEdge {
  readonly from: string;
  readonly to: string;
  readonly path: string;
  /** What its path stays within. */
  readonly box: GraphBox;
}

export type GraphDirection = 'down' | 'right';

export interface GraphLayout {
  readonly direction: GraphDirection;
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  /** How many pairs of edges cross. */
  readonly crossings: number;
}

/** What a layout has to keep to. */
export interface LayoutOptions {
  readonly direction: GraphDirection;
  readonly nodeWidth: number;
  /** Space between two layers. */
  readonly layerGap: number;
  /** Space between two steps of one layer. */
  readonly columnGap: number;
}

const NODE_HEIGHT = 28;
const CALL_HEIGHT = 40;

/** How high a step is drawn. */
export function stepHeight({ isCall }: Pick<GraphStep, 'isCall'>): number {
  return isCall ? CALL_HEIGHT : NODE_HEIGHT;
}

/** How deep a layer is drawn; an edge runs straight through that much. */
export function layerDepth({ direction, nodeWidth }: LayoutOptions): number {
  return direction === 'down' ? NODE_HEIGHT : nodeWidth;
}

/** The steps as a graph; dependencies on steps that do not exist are left out, since a broken text may name any. */
export function graphSteps(
  steps: readonly Pick<StepObject, 'name' | 'depends' | 'run'>[],
): readonly GraphStep[] {
  const names = new Set(steps.map((step) => step.name));
  return [...new Map(steps.map((step) => [step.name, step])).values()].map((step) => ({
    name: step.name,
    depends: [...new Set(step.depends)].filter((name) => names.has(name) && name !== step.name),
    isCall: step.run !== '',
  }));
}

/** How many steps the longest way through the graph has. Rings, which a broken text may hold, are cut. */
export function longestPath(steps: readonly GraphStep[]): number {
  const byName = new Map(steps.map((step) => [step.name, step]));
  const known = new Map<string, number>();
  const lengthOf = (name: string): number => {
    const before = known.get(name);
    if (before !== undefined) return before;
    known.set(name, 0);
    const depends = byName.get(name)?.depends ?? [];
    const length = 1 + Math.max(0, ...depends.map(lengthOf));
    known.set(name, length);
    return length;
  };
  return Math.max(0, ...steps.map((step) => lengthOf(step.name)));
}

/** S-curves between the points of an edge, straight where two points share their column. */
export function edgePath(points: readonly GraphPoint[], direction: GraphDirection): string {
  const [start, ...rest] = points;
  if (start === undefined) return '';
  let from = start;
  let path = `M${at(start)}`;
  for (const to of rest) {
    path += segment(from, to, direction);
    from = to;
  }
  return path;
}

function segment(from: GraphPoint, to: GraphPoint, direction: GraphDirection): string {
  const straight = direction === 'down' ? from.x === to.x : from.y === to.y;
  if (straight) return `L${at(to)}`;
  const bend = 0.6 * (direction === 'down' ? to.y - from.y : to.x - from.x);
  const [first, second] =
    direction === 'down'
      ? [
          { x: from.x, y: from.y + bend },
          { x: to.x, y: to.y - bend },
        ]
      : [
          { x: from.x + bend, y: from.y },
          { x: to.x - bend, y: to.y },
        ];
  return `C${at(first)} ${at(second)} ${at(to)}`;
}

function at(point: GraphPoint): string {
  return `${round(point.x)} ${round(point.y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
