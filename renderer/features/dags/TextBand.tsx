import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { Button } from '../../components/Button.tsx';
import { useNow } from '../../components/use-now.ts';
import { pastTime } from '../../lib/format-time.ts';
import { CompareDialog } from './CompareDialog.tsx';
import type { DagStore } from './dag-store.ts';
import { isDirty } from './dag-text.ts';
import { texts } from './texts.ts';

interface TextBandProps {
  readonly store: DagStore;
  readonly fileName: string;
}

/** What a person has to know of the text before the next save: somebody else's change, a draft that is back. */
export function TextBand({ store, fileName }: TextBandProps) {
  const { hasTheirs, isLost, restoredFrom } = useStore(
    store,
    useShallow((state) => ({
      hasTheirs: state.theirs !== undefined,
      isLost: isDirty(state) && !state.isKept,
      restoredFrom: state.restoredFrom,
    })),
  );
  if (hasTheirs) return <Conflict store={store} fileName={fileName} />;
  if (isLost) {
    return (
      <div className="outdated" role="alert">
        {texts.save.notKept}
      </div>
    );
  }
  return restoredFrom === undefined ? null : <Restored store={store} from={restoredFrom} />;
}

function Restored({ store, from }: { readonly store: DagStore; readonly from: number }) {
  const now = useNow(30_000);
  return (
    <div className="outdated" role="status">
      <span className="grow">
        {texts.save.restored(pastTime(new Date(from).toISOString(), now))}
      </span>
      <Button size="small" onPress={() => void store.getState().revert()}>
        {texts.save.discard}
      </Button>
    </div>
  );
}

function Conflict({ store, fileName }: TextBandProps) {
  const { theirs, draft, refusals, edit, replace, revert } = useStore(store);
  const [isComparing, setComparing] = useState(false);
  const actions = useRef<HTMLDivElement>(null);
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
      {isComparing && theirs !== undefined && (
        <CompareDialog
          fileName={fileName}
          theirs={theirs.spec}
          mine={draft}
          onClose={() => setComparing(false)}
          onLoadTheirs={() => {
            setComparing(false);
            void revert();
          }}
          onSave={(text) => {
            setComparing(false);
            edit(text);
            void replace();
          }}
        />
      )}
    </>
  );
}
