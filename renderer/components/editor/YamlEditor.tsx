import './editor.css';
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import type { Extension } from '@codemirror/state';
import { EditorView, type Command } from '@codemirror/view';
import type { Diagnostic } from '#contract/dag.ts';
import { texts } from '../texts.ts';
import { useListedKeys } from '../use-shortcuts.ts';
import { createEditor, given } from './create-editor.ts';
import { setDiagnostics } from './diagnostics.ts';

export interface EditorHandle {
  readonly focus: () => void;
  /** Puts the cursor at a 1-based place and brings it into sight. */
  readonly goTo: (line: number, column: number) => void;
  /** Has the editor do something, as a key would. */
  readonly run: (command: Command) => void;
}

interface YamlEditorProps {
  readonly ref?: Ref<EditorHandle>;
  readonly text: string;
  readonly diagnostics?: readonly Diagnostic[];
  readonly isReadOnly?: boolean;
  /** What the text is called; that of a definition when left out. */
  readonly label?: string;
  /** What this editor can do beside that; as it is at first. */
  readonly extension?: Extension;
  readonly onChange?: (text: string) => void;
  readonly onCursor?: (cursor: { readonly line: number; readonly column: number }) => void;
}

const none: readonly Diagnostic[] = [];
const ignore = () => undefined;

/** The editor as a component. The text it holds wins until another one is given, as by Revert. */
export function YamlEditor(props: YamlEditorProps) {
  const { ref, text, diagnostics = none, isReadOnly = false } = props;
  const { onChange = ignore, onCursor = ignore, label, extension } = props;
  const frame = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(undefined);
  const first = useRef({ text, isReadOnly, onChange, onCursor, label, extension });
  // The text that it was given or told of last: one that comes back from a key is known without a look at its letters.
  const held = useRef(text);

  useListedKeys(isReadOnly ? {} : { 'Esc Tab': { label: texts.editor.leave } });

  useEffect(() => {
    if (frame.current === null) return undefined;
    const { onChange: tell, ...options } = first.current;
    const view = createEditor({
      ...options,
      parent: frame.current,
      onChange: (next) => {
        held.current = next;
        tell(next);
      },
    });
    editor.current = view;
    return () => view.destroy();
  }, []);

  useEffect(() => {
    const view = editor.current;
    if (view === undefined || held.current === text) return;
    held.current = text;
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: text },
      annotations: given.of(true),
    });
  }, [text]);

  useEffect(() => {
    editor.current?.dispatch({ effects: setDiagnostics.of(diagnostics) });
  }, [diagnostics]);

  useImperativeHandle(ref, () => ({
    focus: () => editor.current?.focus(),
    run: (command) => {
      if (editor.current !== undefined) command(editor.current);
    },
    goTo: (line, column) => {
      const view = editor.current;
      if (view === undefined) return;
      const { doc } = view.state;
      const at = doc.line(Math.max(1, Math.min(doc.lines, line)));
      const place = Math.min(at.to, at.from + column - 1);
      view.dispatch({
        selection: { anchor: place },
        effects: EditorView.scrollIntoView(place, { y: 'center' }),
      });
      view.focus();
    },
  }));

  return <div className="editor" ref={frame} />;
}
