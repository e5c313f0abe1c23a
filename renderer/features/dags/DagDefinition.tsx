import { useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Diagnostic, Validation } from '#contract/dag.ts';
import type { StepObject } from '#contract/run.ts';
import { DagGraph } from '../../components/graph/DagGraph.tsx';
import { markOf, type StepLook } from '../../components/graph/graph-look.ts';
import { GraphViewProvider } from '../../components/graph/GraphViewProvider.tsx';
import { GraphZoom } from '../../components/graph/GraphZoom.tsx';
import { Segments } from '../../components/Segments.tsx';
import { Splitter, usePaneSize } from '../../components/Splitter.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { graphSteps, longestPath } from '../../lib/graph-model.ts';
import { routeLabels } from '../../lib/route-labels.ts';
import { lineOfStep, stepAtLine } from '../../lib/step-lines.ts';
import type { DagStore } from './dag-store.ts';
import { NextSlots } from './NextSlots.tsx';
import { YamlEditor, type EditorHandle } from '../../components/editor/YamlEditor.tsx';
import { ProblemList } from './ProblemList.tsx';
import { useCatchUp } from './use-catch-up.ts';
import { texts } from './texts.ts';

interface DagDefinitionProps {
  readonly store: DagStore;
  readonly fileName: string;
}

type Side = 'editor' | 'graph';

/** The text at the left, its graph at the right, and what is wrong with it below. */
export function DagDefinition({ store, fileName }: DagDefinitionProps) {
  const { draft, saved, diagnostics, unchecked, preview, detail, edit } = useStore(store);
  const [cursor, setCursor] = useState({ line: 1, column: 1 });
  const [side, setSide] = useState<Side>('editor');
  const [width, setWidth] = usePaneSize('dag.graph', 480);
  const isNarrow = useNarrow();
  const editor = useRef<EditorHandle>(null);
  useCatchUp(store, fileName, editor);

  const { steps, shapes, labels, looks } = useGraph(preview, diagnostics, draft);
  const selected = stepAtLine(draft, cursor.line);
  const goToStep = (name: string) => {
    const line = lineOfStep(draft, name);
    if (line === undefined) return;
    if (isNarrow) setSide('editor');
    editor.current?.goTo(line, 1);
  };

  if (saved === undefined) return null;
  const next = <NextSlots dag={preview} isSuspended={detail?.suspended ?? false} />;
  return (
    <GraphViewProvider>
      {isNarrow && (
        <div className="bar">
          <Segments
            label={texts.definition.sides}
            look="boxes"
            value={side}
            options={[
              { value: 'editor', label: texts.definition.editor },
              { value: 'graph', label: texts.definition.graph },
            ]}
            onChange={setSide}
          />
        </div>
      )}
      <div className="dag-body">
        <section
          className="pane grow"
          aria-label={texts.definition.editor}
          hidden={isNarrow && side !== 'editor'}
        >
          <YamlEditor
            ref={editor}
            text={draft}
            diagnostics={diagnostics}
            onChange={edit}
            onCursor={setCursor}
          />
          <ProblemList
            diagnostics={diagnostics}
            unchecked={unchecked}
            cursor={cursor}
            onGoTo={(line, column) => editor.current?.goTo(line, column)}
          />
          {isNarrow && next}
        </section>
        {!isNarrow && (
          <Splitter
            label={texts.definition.graphWidth}
            axis="x"
            value={width}
            min={240}
            max={900}
            isReversed
            onChange={setWidth}
          />
        )}
        <section
          className="pane graph-pane"
          aria-label={texts.definition.graph}
          style={isNarrow ? { flex: 1 } : { width }}
          hidden={isNarrow && side !== 'graph'}
        >
          <DagGraph
            steps={shapes}
            looks={looks}
            labels={labels}
            selected={selected}
            onSelect={goToStep}
            nodeWidth={136}
          />
          <div className="bar graph-foot small secondary">
            <span>{texts.definition.size(steps.length, longestPath(shapes))}</span>
            <span className="grow" />
            <GraphZoom />
          </div>
          {!isNarrow && next}
        </section>
      </div>
    </GraphViewProvider>
  );
}

/** What the graph of the text shows, as far as the text could be read. */
function useGraph(preview: Validation['dag'], diagnostics: readonly Diagnostic[], draft: string) {
  const steps = useMemo(() => preview?.steps ?? [], [preview]);
  const shapes = useMemo(() => graphSteps(steps), [steps]);
  const labels = useMemo(() => routeLabels(steps), [steps]);
  const looks = useMemo(() => {
    const broken = new Set(
      diagnostics
        .filter((one) => one.severity === 'error')
        .map((one) => stepAtLine(draft, one.line)),
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
  }, [steps, diagnostics, draft]);
  return { steps, shapes, labels, looks };
}

function typeWord(step: Pick<StepObject, 'type' | 'run' | 'gate'>): string {
  if (step.run !== '') return texts.definition.types.dag;
  if (step.gate !== null) return texts.definition.types.gate;
  return step.type === 'shell' ? texts.definition.types.shell : step.type;
}
