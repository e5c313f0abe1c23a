import { useEffect, useRef, useState, type RefObject } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { Button } from '../../components/Button.tsx';
import type { EditorHandle } from '../../components/editor/YamlEditor.tsx';
import { useKeptFocus } from '../../components/use-kept-focus.ts';
import { useNow } from '../../components/use-now.ts';
import { pastTime } from '../../lib/format-time.ts';
import { CompareDialog } from './CompareDialog.tsx';
import type { DagStore } from './dag-store.ts';
import { isDirty } from './dag-text.ts';
import { texts } from './texts.ts';

interface BandOfDag {
  readonly store: DagStore;
  readonly fileName: string;
}

interface TextBandProps extends BandOfDag {
  readonly editor: RefObject<EditorHandle | null>;
}

/** What a person has to know of the text before the next save: somebody else's change, a draft that is back. */
export function TextBand({ store, fileName, editor }: TextBandProps) {
  const state = useStore(
    store,
    useShallow((state) => ({
      hasTheirs: state.theirs !== undefined,
      hasOther: state.otherDraft !== undefined,
      isLost: isDirty(state) && !state.isKept,
      restoredFrom: state.restoredFrom,
    })),
  );
  // What is decided takes its buttons with it, and the text is what one goes on with.
  const kept = useKeptFocus(() => editor.current?.focus());
  return (
    <div className="text-band" {...kept}>
      <Band {...state} store={store} fileName={fileName} />
    </div>
  );
}

interface BandProps extends BandOfDag {
  readonly hasTheirs: boolean;
  readonly hasOther: boolean;
  readonly isLost: boolean;
  readonly restoredFrom: number | undefined;
}

function Band({ store, fileName, hasTheirs, hasOther, isLost, restoredFrom }: BandProps) {
  if (hasTheirs) return <Conflict store={store} fileName={fileName} />;
  if (hasOther) return <OtherDraft store={store} fileName={fileName} />;
  if (isLost) {
    return (
      <div className="outdated" role="alert">
        {texts.save.notKept}
      </div>
    );
  }
  return restoredFrom === undefined ? null : (
    <Restored store={store} fileName={fileName} from={restoredFrom} />
  );
}

/** Two windows edit the same text: which of the two drafts is kept. */
function OtherDraft({ store, fileName }: BandOfDag) {
  const [isComparing, setComparing] = useState(false);
  const { keepMine, loadOther } = store.getState();
  return (
    <>
      <div className="outdated" role="alert">
        <span className="grow">{texts.save.otherDraft}</span>
        <Button size="small" onPress={() => setComparing(true)}>
          {texts.save.compare}
        </Button>
        <Button size="small" onPress={keepMine}>
          {texts.save.keepMine}
        </Button>
        <Button size="small" onPress={loadOther}>
          {texts.save.loadOther}
        </Button>
      </div>
      {isComparing && (
        <Comparison store={store} fileName={fileName} onClose={() => setComparing(false)} />
      )}
    </>
  );
}

/** A draft that is back: go on with it, see what it changes, or give it up. */
function Restored({ store, fileName, from }: BandOfDag & { readonly from: number }) {
  const now = useNow(30_000);
  const [isComparing, setComparing] = useState(false);
  const { goOn, revert } = store.getState();
  return (
    <>
      <div className="outdated" role="status">
        <span className="grow">
          {texts.save.restored(pastTime(new Date(from).toISOString(), now))}
        </span>
        <Button size="small" onPress={goOn}>
          {texts.save.continue}
        </Button>
        <Button size="small" onPress={() => setComparing(true)}>
          {texts.save.compare}
        </Button>
        <Button size="small" onPress={() => void revert()}>
          {texts.save.discard}
        </Button>
      </div>
      {isComparing && (
        <Comparison store={store} fileName={fileName} onClose={() => setComparing(false)} />
      )}
    </>
  );
}

function Conflict({ store, fileName }: BandOfDag) {
  const refusals = useStore(store, (state) => state.refusals);
  const [isComparing, setComparing] = useState(false);
  const actions = useRef<HTMLDivElement>(null);
  const { replace, revert } = store.getState();
  useEffect(() => {
    // Whoever wanted to save decides here.
    if (refusals > 0) actions.current?.querySelector('button')?.focus();
  }, [refusals]);
  return (
    <>
      <div className="outdated" role="alert">
        <span className="grow">{refusals > 0 ? texts.save.notSaved : texts.save.outdated}</span>
        <div className="row" ref={actions}>
          <Button size="small" onPress={() => setComparing(true)}>
            {texts.save.compare}
          </Button>
          <Button size="small" onPress={() => void replace()}>
            {texts.save.replace}
          </Button>
          <Button size="small" onPress={() => void revert()}>
            {texts.save.loadTheirs}
          </Button>
        </div>
      </div>
      {isComparing && (
        <Comparison store={store} fileName={fileName} onClose={() => setComparing(false)} />
      )}
    </>
  );
}

/** What is on disk beside the draft, and what becomes of the two. */
function Comparison({ store, fileName, onClose }: BandOfDag & { readonly onClose: () => void }) {
  // What it shows is decided about: a change that comes meanwhile is refused, and shown next.
  const [{ theirs, otherDraft, saved, draft }] = useState(() => store.getState());
  const { edit, save, replace, revert, loadOther } = store.getState();
  const other = theirs === undefined ? otherDraft : undefined;
  return (
    <CompareDialog
      fileName={fileName}
      theirs={other?.text ?? theirs?.spec ?? saved ?? ''}
      theirsLabel={other ? texts.compare.other : texts.compare.theirs}
      mine={draft}
      giveUp={giveUpWords(theirs, other)}
      onClose={onClose}
      onGiveUp={() => {
        onClose();
        if (other) loadOther();
        else void revert();
      }}
      onSave={(text) => {
        onClose();
        edit(text);
        void (theirs === undefined ? save() : replace(theirs.version));
      }}
    />
  );
}

function giveUpWords(theirs: unknown, other: unknown): string {
  if (other !== undefined) return texts.save.loadOther;
  return theirs === undefined ? texts.save.discard : texts.save.loadTheirs;
}
