import { useState, type RefObject } from 'react';
import { useStore } from 'zustand';
import type { EditorHandle } from '../../components/editor/YamlEditor.tsx';
import { GraphViewProvider } from '../../components/graph/GraphViewProvider.tsx';
import { Segments } from '../../components/Segments.tsx';
import { Splitter, usePaneSize } from '../../components/Splitter.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { lineOfStep } from '../../lib/step-lines.ts';
import { createCursorStore } from '../../components/editor/cursor-store.ts';
import type { DagStore } from './dag-store.ts';
import { EditorPane } from './EditorPane.tsx';
import { GraphPane } from './GraphPane.tsx';
import { NextSlots } from './NextSlots.tsx';
import { useCatchUp } from './use-catch-up.ts';
import { useNewText } from './use-new-text.ts';
import { texts } from './texts.ts';

interface DagDefinitionProps {
  readonly store: DagStore;
  readonly fileName: string;
  readonly editor: RefObject<EditorHandle | null>;
}

type Side = 'editor' | 'graph';

/** The text at the left, its graph at the right, and what is wrong with it below. */
export function DagDefinition({ store, fileName, editor }: DagDefinitionProps) {
  const isThere = useStore(store, ({ saved }) => saved !== undefined);
  const isSuspended = useStore(store, ({ detail }) => detail?.suspended ?? false);
  const [cursor] = useState(createCursorStore);
  const [side, setSide] = useState<Side>('editor');
  const [width, setWidth] = usePaneSize('dag.graph', 480);
  const isNarrow = useNarrow();
  useCatchUp(store, fileName, editor);
  useNewText(fileName, editor, isThere);

  const goToStep = (name: string) => {
    const line = lineOfStep(store.getState().draft, name);
    if (line === undefined) return;
    if (isNarrow) setSide('editor');
    editor.current?.goTo(line, 1);
  };

  if (!isThere) return null;
  const next = <NextSlots dagStore={store} isSuspended={isSuspended} />;
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
          <EditorPane store={store} cursor={cursor} editor={editor} />
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
          <GraphPane store={store} cursor={cursor} onSelect={goToStep} />
          {!isNarrow && next}
        </section>
      </div>
    </GraphViewProvider>
  );
}
