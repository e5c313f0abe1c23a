import ELK, { type ElkNode, type ELK as ElkApi } from 'elkjs/lib/elk-api.js';
import { evenLayers, layersOf } from '../../lib/graph-layers.ts';
import { layerDepth, stepHeight, type GraphLayout, type GraphStep } from '../../lib/graph-model.ts';
import type { LayoutOptions } from '../../lib/graph-model.ts';

let elk: ElkApi | undefined;

/** Places steps in layers, in a worker, so that a large graph does not hold up the page. */
export async function layoutGraph(
  steps: readonly GraphStep[],
  options: LayoutOptions,
): Promise<GraphLayout> {
  elk ??= new ELK({ workerFactory: startWorker });
  const placed = await elk.layout(elkGraph(steps, options));
  const nodes = (placed.children ?? []).map((node) => ({
    name: node.id,
    x: node.x ?? 0,
    y: node.y ?? 0,
    width: node.width ?? 0,
    height: node.height ?? 0,
  }));
  const edges = (placed.edges ?? []).map((edge) => ({
    from: edge.sources[0]?.slice(0, -':out'.length) ?? '',
    to: edge.targets[0]?.slice(0, -':in'.length) ?? '',
    bends: edge.sections?.[0]?.bendPoints ?? [],
  }));
  const depth = layerDepth(options);
  return evenLayers({ nodes, edges }, layersOf(steps), {
    direction: options.direction,
    pitch: depth + options.layerGap,
    columnGap: options.columnGap,
    depth,
  });
}

function startWorker(): Worker {
  return new Worker(new URL('./elk.worker.ts', import.meta.url), { type: 'module' });
}

function elkGraph(steps: readonly GraphStep[], options: LayoutOptions): ElkNode {
  const isDown = options.direction === 'down';
  return {
    id: 'root',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': isDown ? 'DOWN' : 'RIGHT',
      'elk.edgeRouting': 'POLYLINE',
      // Packed apart from each other, steps that nothing joins would share a place once layers are evened.
      'elk.separateConnectedComponents': 'false',
      'elk.padding': '[top=0,left=0,bottom=0,right=0]',
      'elk.spacing.nodeNode': String(options.columnGap),
      'elk.spacing.edgeNode': '8',
      'elk.spacing.edgeEdge': '8',
      'elk.layered.spacing.nodeNodeBetweenLayers': String(options.layerGap),
      'elk.layered.spacing.edgeNodeBetweenLayers': '8',
      'elk.layered.layering.strategy': 'LONGEST_PATH_SOURCE',
      'elk.layered.nodePlacement.bk.fixedAlignment': 'BALANCED',
      'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
    },
    children: steps.map((step) => elkChild(step, options)),
    edges: steps.flatMap((step) =>
      step.depends.map((from) => ({
        id: edgeId(from, step.name),
        sources: [`${from}:out`],
        targets: [`${step.name}:in`],
      })),
    ),
  };
}

function elkChild(step: GraphStep, { direction, nodeWidth: width }: LayoutOptions): ElkNode {
  const height = stepHeight(step);
  const isDown = direction === 'down';
  const port = (end: 'in' | 'out') => ({
    id: `${step.name}:${end}`,
    width: 0,
    height: 0,
    x: isDown ? width / 2 : end === 'in' ? 0 : width,
    y: isDown ? (end === 'in' ? 0 : height) : height / 2,
    layoutOptions: { 'elk.port.side': sideOf(end, isDown) },
  });
  return {
    id: step.name,
    width,
    height,
    ports: [port('in'), port('out')],
    layoutOptions: { 'elk.portConstraints': 'FIXED_POS' },
  };
}

function sideOf(end: 'in' | 'out', isDown: boolean): string {
  if (isDown) return end === 'in' ? 'NORTH' : 'SOUTH';
  return end === 'in' ? 'WEST' : 'EAST';
}

function edgeId(from: string, to: string): string {
  return JSON.stringify([from, to]);
}
