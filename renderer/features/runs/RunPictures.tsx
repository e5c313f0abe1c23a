import { useMemo, type ReactNode } from 'react';
import { ReactFlowProvider } from '@xyflow/react';
import { useStore } from 'zustand';
import { DagGraph } from '../../components/graph/DagGraph.tsx';
import type { StepLook } from '../../components/graph/graph-elements.ts';
import { GraphZoom } from '../../components/graph/GraphZoom.tsx';
import { Segments } from '../../components/Segments.tsx';
import type { NodeObject } from '#contract/run.ts';
import { graphSteps } from '../../lib/graph-model.ts';
import { RunOutputs } from './RunOutputs.tsx';
import type { RunStore } from './run-store.ts';
import { nodeTime } from './run-words.ts';
import { RunTimeline } from './RunTimeline.tsx';

export type RunView = 'steps' | 'graph' | 'timeline' | 'outputs';

interface RunPicturesProps {
  readonly store: RunStore;
  readonly view: RunView;
  /** The steps stand here when the window is narrow. */
  readonly tree: ReactNode;
  readonly selected: string | undefined;
  readonly now: number;
  readonly onView: (view: RunView) => void;
  readonly onSelect: (step: string) => void;
}

const views: readonly { readonly value: RunView; readonly label: string }[] = [
  { value: 'steps', label: 'Steps' },
  { value: 'graph', label: 'Graph' },
  { value: 'timeline', label: 'Timeline' },
  { value: 'outputs', label: 'Outputs' },
];

/** The run as a graph, over time, or as what came out of it. */
export function RunPictures(props: RunPicturesProps) {
  const { store, view, tree, selected, now, onView, onSelect } = props;
  const run = useStore(store, (state) => state.run);
  const usual = useStore(store, (state) => state.usual);
  const nodes = useMemo(() => run?.nodes ?? [], [run]);
  const steps = useMemo(() => graphSteps(nodes.map((node) => node.step)), [nodes]);
  const looks = useMemo(
    () => new Map(nodes.map((node) => [node.step.name, lookOf(node, now)])),
    [nodes, now],
  );
  return (
    <ReactFlowProvider>
      <div className="bar">
        <Segments
          label="Picture of the run"
          value={view}
          options={tree === undefined ? views.slice(1) : views}
          onChange={onView}
        />
        <span className="grow" />
        {view === 'graph' && <GraphZoom />}
        {view === 'timeline' && usual.steps.size > 0 && (
          <span className="secondary small">outline = usual</span>
        )}
      </div>
      {view === 'steps' && tree}
      {view === 'graph' && (
        <DagGraph
          steps={steps}
          looks={looks}
          selected={selected}
          onSelect={onSelect}
          nodeWidth={168}
        />
      )}
      {view === 'timeline' && run && (
        <RunTimeline
          run={run}
          usual={usual.steps}
          selected={selected}
          now={now}
          onSelect={onSelect}
        />
      )}
      {view === 'outputs' && <RunOutputs store={store} />}
    </ReactFlowProvider>
  );
}

function lookOf(node: NodeObject, now: number): StepLook {
  const { subRuns } = node;
  const done = subRuns.filter((sub) => sub.statusLabel === 'succeeded').length;
  const isMany = subRuns.length > 1;
  return {
    status: node.statusLabel,
    detail: isMany
      ? `${done} of ${subRuns.length}`
      : node.statusLabel === 'skipped'
        ? ''
        : nodeTime(node, now),
    isCall: node.step.run !== '',
    pips: subRuns.map((sub) => sub.statusLabel),
  };
}
