import './editor.css';
import './merge.css';
import { useEffect, useRef } from 'react';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { texts } from '../texts.ts';
import { yamlLook } from './create-editor.ts';

interface DiffViewProps {
  /** Stands at the left, or as what is gone. */
  readonly before: string;
  readonly after: string;
  readonly labels: { readonly before: string; readonly after: string };
  readonly isUnified: boolean;
}

const settings = {
  collapseUnchanged: { margin: 3, minSize: 6 },
  gutter: false,
  // Long lines are compared too, as long as nobody waits for it.
  diffConfig: { scanLimit: 5000, timeout: 200 },
};

/** What differs between two versions of a text, to read only. */
export function DiffView({ before, after, labels, isUnified }: DiffViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { before: left, after: right } = labels;
  useEffect(() => {
    const parent = frame.current;
    if (parent === null) return undefined;
    // Where all of it is new or gone, no word of it is more so than the others.
    const compared = { ...settings, highlightChanges: before !== '' && after !== '' };
    const view = isUnified
      ? new EditorView({
          parent,
          doc: after,
          extensions: [
            readOnly(right),
            unifiedMergeView({ ...compared, original: before, mergeControls: false }),
          ],
        })
      : new MergeView({
          ...compared,
          parent,
          a: { doc: before, extensions: readOnly(left) },
          b: { doc: after, extensions: readOnly(right) },
        });
    return () => view.destroy();
  }, [before, after, left, right, isUnified]);
  return <div className="editor merge" ref={frame} />;
}

function readOnly(label: string): Extension {
  return [
    yamlLook(label),
    EditorState.phrases.of(texts.editor.merge),
    EditorState.readOnly.of(true),
  ];
}
