import './merge-pane.css';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { SyncItem, SyncMerge } from '#contract/sync.ts';
import { useEngine } from '../../../client/engine-context.ts';
import { useDrafts } from '../../../client/use-drafts.ts';
import { conflicts, currentConflict } from '../../../components/editor/conflicts.ts';
import { createCursorStore } from '../../../components/editor/cursor-store.ts';
import { ProblemList } from '../../../components/editor/ProblemList.tsx';
import { YamlEditor, type EditorHandle } from '../../../components/editor/YamlEditor.tsx';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import { useListedKeys } from '../../../components/use-shortcuts.ts';
import { createMergeStore } from './merge-store.ts';
import { MergeBar } from './MergeBar.tsx';
import { texts } from './texts.ts';

interface MergePaneProps {
  readonly item: SyncItem;
  readonly isReadOnly: boolean;
  /** The merge was saved. */
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** The merge of a conflict: the text with what is to be decided in it, and what is wrong with it below. */
export function MergePane({ item, isReadOnly, onSaved, onClose }: MergePaneProps) {
  const engine = useEngine();
  const drafts = useDrafts();
  const [store] = useState(() => createMergeStore(item, { engine, drafts, now: Date.now }));
  const [cursor] = useState(createCursorStore);
  const editor = useRef<EditorHandle>(null);
  useEffect(() => {
    void store.getState().load();
    return () => store.getState().leave();
  }, [store]);
  const { phase, message, problem, merge, draft, left, diagnostics, unchecked, edit, load } =
    useStore(store);
  const isLoaded = merge !== undefined;
  useEffect(() => {
    if (isLoaded) editor.current?.run(currentConflict);
  }, [isLoaded]);
  useListedKeys(keys);
  return (
    <section className="merge-pane" aria-label={texts.title}>
      {phase === 'failed' && <ErrorNote message={message} onRetry={() => void load()} />}
      {problem && <ErrorNote message={problem} />}
      {merge !== undefined && (
        <>
          <MergeBar
            store={store}
            editor={editor}
            isReadOnly={isReadOnly}
            isOutdated={isOutdated(item, merge)}
            onSaved={onSaved}
            onClose={onClose}
          />
          <YamlEditor
            ref={editor}
            text={draft}
            label={texts.editor}
            diagnostics={diagnostics}
            extension={conflicts}
            onChange={edit}
            onCursor={(place) => cursor.setState(place)}
          />
          {left === 0 && item.kind === 'dag' && (
            <ProblemList
              diagnostics={diagnostics}
              unchecked={unchecked}
              cursor={cursor}
              onGoTo={(line, column) => editor.current?.goTo(line, column)}
            />
          )}
        </>
      )}
    </section>
  );
}

/** Whether either side has another text by now. */
function isOutdated({ localHash, remoteCommit }: SyncItem, merge: SyncMerge): boolean {
  return localHash !== merge.localHash || remoteCommit !== merge.remoteCommit;
}

const keys = {
  F7: { label: texts.next },
  'Shift F7': { label: texts.previous },
  'Alt M': { label: texts.useMine },
  'Alt T': { label: texts.useTheirs },
  'Alt B': { label: texts.useBoth },
};
