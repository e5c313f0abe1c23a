import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { StepObject } from '#contract/step.ts';
import { DagGraph } from '../../components/graph/DagGraph.tsx';
import { markOf, type StepLook } from '../../components/graph/graph-look.ts';
import { GraphZoom } from '../../components/graph/GraphZoom.tsx';
import { debounced } from '../../lib/debounce.ts';
import { graphSteps, longestPath } from '../../lib/graph-model.ts';
import { routeLabels } from '../../lib/route-labels.ts';
import { stepAtLine, stepsByLine } from '../../lib/step-lines.ts';
import type { CursorStore } from '../../components/editor/cursor-store.ts';
import type { DagStore } from './dag-store.ts';
import { texts } from './texts.ts';

interface GraphPaneProps {
  readonly store: DagStore;
  readonly cursor: CursorStore;
  readonly onSelect: (step: string) => void;
}

const LOOK_AFTER_MS = 60;

/** The graph of the text as it was last checked, with the step marked in which the cursor stands. */
export function GraphPane({ store, cursor, onSelect }: GraphPaneProps) {
  const { steps, shapes, labels, looks } = useGraph(store);
  const selected = useSelectedStep(store, cursor);
  const isOld = useStore(store, ({ isPreviewOld }) => isPreviewOld);
  const { size, outOfDate } = texts.definition;
  return (
    <>
      <DagGraph
        steps={shapes}
        looks={looks}
        labels={labels}
        selected={selected}
        onSelect={onSelect}
        nodeWidth={136}
      />
      <div className="bar graph-foot small secondary">
        <span className="grow cut" role={isOld ? 'status' : undefined}>
          {isOld ? outOfDate : size(steps.length, longestPath(shapes))}
        </span>
        <GraphZoom />
      </div>
    </>
  );
}

/** Looked for when keys pause: a large text is long to look through, and the graph need not be drawn for each key. */
function useSelectedStep(store: DagStore, cursor: CursorStore): string | undefined {
  const [step, setStep] = useState<string>();
  useEffect(() => {
    const look = debounced(LOOK_AFTER_MS, () =>
      setStep(stepAtLine(store.getState().draft, cursor.getState().line)),
    );
    look();
    const ends = [store.subscribe(look), cursor.subscribe(look)];
    return () => {
      ends.forEach((end) => end());
      look.cancel();
    };
  }, [store, cursor]);
  return step;
}

/** What the graph of the text shows, as far as the text could be read. */
function useGraph(store: DagStore) {
  const { preview, diagnostics } = useStore(
    store,
    useShallow((state) => ({ preview: state.preview, diagnostics: state.diagnostics })),
  );
  const steps = useMemo(() => preview?.steps ?? [], [preview]);
  const shapes = useMemo(() => graphSteps(steps), [steps]);
  const labels = useMemo(() => routeLabels(steps), [steps]);
  const looks = useMemo(() => {
    // The lines of diagnostics are those of the text that was checked, not of each key after it.
    const stepOf = stepsByLine(store.getState().draft);
    const broken = new Set(
      diagnostics.filter((one) => one.severity === 'error').map((one) => stepOf(one.line)),
    );
    return new Map(
      steps.map((step): [string, StepLook] => [
        step.name,
        {
          detail: typeWord(step),
          isCall: step.run !== '',
          mark: markOf(step),
          isBroken: broken.has(step.name),
        },
      ]),
    );
  }, [steps, diagnostics, store]);
  return { steps, shapes, labels, looks };
}

function typeWord(step: Pick<StepObject, 'type' | 'run' | 'gate'>): string {
  if (step.run !== '') return texts.definition.types.dag;
  if (step.gate !== null) return texts.definition.types.gate;
  return step.type === 'shell' ? texts.definition.types.shell : step.type;
}
