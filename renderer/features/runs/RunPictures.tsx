import { useEffect, useMemo, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Command } from '../../components/CommandMenu.tsx';
import { DagGraph } from '../../components/graph/DagGraph.tsx';
import { markOf, type StepLook } from '../../components/graph/graph-look.ts';
import { useGraphView } from '../../components/graph/graph-view.ts';
import { GraphViewProvider } from '../../components/graph/GraphViewProvider.tsx';
import { GraphZoom } from '../../components/graph/GraphZoom.tsx';
import { Segments } from '../../components/Segments.tsx';
import { useSameItems } from '../../components/use-same-items.ts';
import type { NodeObject, RunDetail } from '#contract/run.ts';
import { graphSteps } from '../../lib/graph-model.ts';
import { routeLabels } from '../../lib/route-labels.ts';
import type { StepActs } from './StepRow.tsx';
import type { RunNode } from './run-nodes.ts';
import { RunOutputs } from './RunOutputs.tsx';
import { RunSpec } from './RunSpec.tsx';
import type { RunStore } from './run-store.ts';
import { nodeTime } from './format-run.ts';
import { RunTimeline } from './RunTimeline.tsx';
import { StepDetails } from './StepDetails.tsx';
import type { StepStore } from './step-store.ts';
import { texts } from './texts.ts';

export type PictureView = 'steps' | 'graph' | 'timeline' | 'step' | 'outputs' | 'definition';

interface RunPicturesProps {
  readonly run: RunDetail;
  readonly store: RunStore;
  readonly steps: StepStore;
  readonly view: PictureView;
  /** The steps stand here when the window is narrow. */
  readonly tree: ReactNode;
  /** The selected step. */
  readonly entry: RunNode | undefined;
  /** The step that is to be in sight: one that was chosen or has failed, and not each that runs in its turn. */
  readonly sought: string | undefined;
  readonly commands: readonly Command[];
  readonly acts: StepActs;
  readonly onView: (view: PictureView) => void;
}

const views = (['steps', 'graph', 'timeline', 'step', 'outputs', 'definition'] as const).map(
  (value: PictureView) => ({ value, label: texts.views[value] }),
);

/** The run as a graph, over time, one of its steps, what came out of it, and what it was made from. */
export function RunPictures(props: RunPicturesProps) {
  const { run, store, steps, view, tree, entry, sought, commands, acts, onView } = props;
  const usual = useStore(store, (state) => state.usual);
  return (
    <GraphViewProvider>
      <div className="bar">
        <Segments
          label={texts.views.label}
          value={view}
          options={tree === undefined ? views.slice(1) : views}
          onChange={onView}
        />
        <span className="grow" />
        {view === 'graph' && <GraphZoom />}
        {view === 'timeline' && usual.steps.size > 0 && (
          <span className="secondary small wide-words">{texts.views.timelineLegend}</span>
        )}
      </div>
      {view === 'steps' && tree}
      {view === 'graph' && (
        <RunGraph nodes={run.nodes} selected={entry?.key} sought={sought} acts={acts} />
      )}
      {view === 'timeline' && (
        <RunTimeline
          run={run}
          steps={steps}
          usual={usual.steps}
          selected={entry?.key}
          sought={sought}
          onSelect={acts.select}
        />
      )}
      {view === 'step' && (
        <StepDetails key={entry?.key} run={run} entry={entry} steps={steps} commands={commands} />
      )}
      {view === 'outputs' && <RunOutputs store={store} />}
      {view === 'definition' && <RunSpec store={store} />}
    </GraphViewProvider>
  );
}

interface RunGraphProps {
  readonly nodes: readonly NodeObject[];
  readonly selected: string | undefined;
  readonly sought: string | undefined;
  readonly acts: StepActs;
}

function RunGraph({ nodes, selected, sought, acts }: RunGraphProps) {
  const view = useGraphView();
  useEffect(() => view.getState().seek(sought), [view, sought]);
  const written = useSameItems(useMemo(() => nodes.map((node) => node.step), [nodes]));
  const shapes = useMemo(() => graphSteps(written), [written]);
  const labels = useMemo(() => routeLabels(written), [written]);
  const looks = useMemo(
    () => new Map(nodes.map((node) => [node.step.name, knownLookOf(node)])),
    [nodes],
  );
  return (
    <DagGraph
      steps={shapes}
      looks={looks}
      labels={labels}
      selected={selected}
      onSelect={acts.select}
      onMenu={acts.openMenu}
      nodeWidth={168}
    />
  );
}

/** More than a few sub-runs are counted below the name, where else their pips stand. */
const MAX_PIPS = 12;

const knownLooks = new WeakMap<NodeObject, StepLook>();

/** A step that did not change has the same look, and is not drawn again. */
function knownLookOf(node: NodeObject): StepLook {
  const look = knownLooks.get(node) ?? lookOf(node);
  knownLooks.set(node, look);
  return look;
}

function lookOf(node: NodeObject): StepLook {
  const { subRuns } = node;
  const done = subRuns.filter((sub) => sub.statusLabel === 'succeeded').length;
  const count = texts.steps.progress(done, subRuns.length);
  const hasPips = subRuns.length > 1 && subRuns.length <= MAX_PIPS;
  const isOpen = node.startedAt !== '' && node.finishedAt === '';
  const time = node.statusLabel === 'skipped' || isOpen ? '' : nodeTime(node, 0);
  return {
    status: node.statusLabel,
    detail: hasPips ? count : time,
    since: isOpen && node.statusLabel !== 'skipped' && !hasPips ? node.startedAt : '',
    count: subRuns.length > MAX_PIPS ? count : '',
    isCall: node.step.run !== '',
    mark: markOf(node.step),
    pips: subRuns.length > MAX_PIPS ? [] : subRuns.map((sub) => sub.statusLabel),
  };
}
