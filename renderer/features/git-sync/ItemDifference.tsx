import { useState } from 'react';
import { useStore } from 'zustand';
import type { SyncDiff } from '#contract/sync.ts';
import { ChangeSummary } from '../../components/changes/ChangeSummary.tsx';
import { DiffView } from '../../components/editor/DiffView.tsx';
import { YamlEditor } from '../../components/editor/YamlEditor.tsx';
import { Segments } from '../../components/Segments.tsx';
import type { ItemStore } from './item-store.ts';
import { texts } from './texts.ts';

type Look = 'unified' | 'sides';

/** What differs in meaning and in text: here from the remote, or what waits from what was accepted. */
export function ItemDifference({ store }: { readonly store: ItemStore }) {
  const diff = useStore(store, (state) => state.diff);
  const [look, setLook] = useState<Look>('unified');
  if (diff === undefined) return null;
  const isReview = diff.trust === 'review' && diff.status !== 'conflict';
  const { before, after, labels, changes } = isReview ? fromAccepted(diff) : fromRemote(diff);
  const isSame = before === undefined || before === after;
  return (
    <>
      {changes !== undefined && (isReview || !isSame) && (
        <ChangeSummary
          changes={changes}
          against={isReview ? 'accepted' : 'remote'}
          isReview={isReview}
        />
      )}
      {isSame ? (
        <>
          <p className="secondary pane-note">
            {isReview ? texts.item.firstReview : texts.item.same}
          </p>
          <YamlEditor text={after} isReadOnly />
        </>
      ) : (
        <>
          <LookBar look={look} onLook={setLook} />
          <DiffView before={before} after={after} labels={labels} isUnified={look === 'unified'} />
        </>
      )}
    </>
  );
}

interface Compared extends Pick<SyncDiff, 'changes'> {
  /** Undefined: there is none to compare with. */
  readonly before: string | undefined;
  readonly after: string;
  readonly labels: { readonly before: string; readonly after: string };
}

function fromAccepted({ acceptedContent, reviewContent, reviewChanges }: SyncDiff): Compared {
  const labels = { before: texts.item.acceptedBefore, after: texts.item.waiting };
  const after = reviewContent ?? '';
  return { before: acceptedContent, after, labels, changes: reviewChanges };
}

function fromRemote({ localContent = '', remoteContent = '', changes }: SyncDiff): Compared {
  const labels = { before: texts.item.remote, after: texts.item.here };
  return { before: remoteContent, after: localContent, labels, changes };
}

interface LookBarProps {
  readonly look: Look;
  readonly onLook: (look: Look) => void;
}

function LookBar({ look, onLook }: LookBarProps) {
  return (
    <div className="bar">
      <span className="grow" />
      <Segments
        label={texts.item.look}
        look="boxes"
        value={look}
        options={[
          { value: 'unified', label: texts.item.unified },
          { value: 'sides', label: texts.item.sides },
        ]}
        onChange={onLook}
      />
    </div>
  );
}
