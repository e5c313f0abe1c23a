import { useState, type RefObject } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { useEngine } from '../../client/engine-context.ts';
import type { CursorStore } from '../../components/editor/cursor-store.ts';
import { ProblemList } from '../../components/editor/ProblemList.tsx';
import { schemaHelp } from '../../components/editor/schema-help.ts';
import { YamlEditor, type EditorHandle } from '../../components/editor/YamlEditor.tsx';
import type { DagStore } from './dag-store.ts';

interface EditorPaneProps {
  readonly store: DagStore;
  readonly cursor: CursorStore;
  readonly editor: RefObject<EditorHandle | null>;
}

/** The text, and what is wrong with it below. Of the page it alone is drawn again for each key. */
export function EditorPane({ store, cursor, editor }: EditorPaneProps) {
  const engine = useEngine();
  const [help] = useState(() => schemaHelp(() => engine.call('system.dagSchema', {})));
  const { draft, diagnostics, unchecked, edit } = useStore(
    store,
    useShallow((state) => ({
      draft: state.draft,
      diagnostics: state.diagnostics,
      unchecked: state.unchecked,
      edit: state.edit,
    })),
  );
  return (
    <>
      <YamlEditor
        ref={editor}
        text={draft}
        diagnostics={diagnostics}
        extension={help}
        onChange={edit}
        onCursor={(place) => cursor.setState(place)}
      />
      <ProblemList
        diagnostics={diagnostics}
        unchecked={unchecked}
        cursor={cursor}
        onGoTo={(line, column) => editor.current?.goTo(line, column)}
      />
    </>
  );
}
