import './editor.css';
import './merge.css';
import { useEffect, useRef } from 'react';
import { MergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { texts } from '../texts.ts';
import { yamlLook } from './create-editor.ts';

interface MergeEditorProps {
  /** Stands at the left, and can only be read. */
  readonly theirs: string;
  /** Stands at the right. */
  readonly mine: string;
  readonly labels: { readonly theirs: string; readonly mine: string };
  readonly onChange: (mine: string) => void;
}

const phrases = EditorState.phrases.of(texts.editor.merge);

/** The arrows of the library know the mouse alone. What was taken has no arrow any longer, so one goes on in the text. */
function takeByKeyboard({ dom, b }: MergeView): () => void {
  const take = ({ target, detail }: MouseEvent): void => {
    // A click without a mouse.
    if (detail !== 0 || !(target instanceof Element) || !target.closest('.cm-merge-revert')) return;
    target.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }));
    b.focus();
  };
  dom.addEventListener('click', take);
  return () => dom.removeEventListener('click', take);
}

/** Two versions of a text beside each other; changes of the left one can be taken over one by one. */
export function MergeEditor(props: MergeEditorProps) {
  const frame = useRef<HTMLDivElement>(null);
  const first = useRef(props);
  useEffect(() => {
    if (frame.current === null) return undefined;
    const { theirs, mine, labels, onChange } = first.current;
    const view = new MergeView({
      parent: frame.current,
      a: {
        doc: theirs,
        extensions: [yamlLook(labels.theirs), phrases, EditorState.readOnly.of(true)],
      },
      b: {
        doc: mine,
        extensions: [
          yamlLook(labels.mine),
          phrases,
          EditorView.updateListener.of((update) => {
            if (update.docChanged) onChange(update.state.doc.toString());
          }),
        ],
      },
      revertControls: 'a-to-b',
      collapseUnchanged: { margin: 3, minSize: 6 },
      gutter: false,
      // Long lines are compared too, as long as nobody waits for it.
      diffConfig: { scanLimit: 5000, timeout: 200 },
    });
    view.b.focus();
    const stop = takeByKeyboard(view);
    return () => {
      stop();
      view.destroy();
    };
  }, []);
  return <div className="editor merge" ref={frame} />;
}
