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

/** What differs in meaning and in text: from the remote, or from what was accepted where somebody is to accept it. */
export function ItemDifference({ store }: { readonly store: ItemStore }) {
  const diff = useStore(store, (state) => state.diff);
  const [look, setLook] = useState<Look>('unified');
  if (diff === undefined) return null;
  const isReview = diff.trust === 'review' && diff.status !== 'conflict';
  const { localContent: mine = '' } = diff;
  const { before, label, changes } = isReview ? fromAccepted(diff) : fromRemote(diff);
  const isSame = before === undefined || before === mine;
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
          <YamlEditor text={mine} isReadOnly />
        </>
      ) : (
        <>
          <LookBar look={look} onLook={setLook} />
          <DiffView
            before={before}
            after={mine}
            labels={{ before: label, after: texts.item.here }}
            isUnified={look === 'unified'}
          />
        </>
      )}
    </>
  );
}

interface Compared extends Pick<SyncDiff, 'changes'> {
  /** Undefined: there is none to compare with. */
  readonly before: string | undefined;
  readonly label: string;
}

function fromAccepted({ acceptedContent, reviewChanges }: SyncDiff): Compared {
  return { before: acceptedContent, label: texts.item.acceptedBefore, changes: reviewChanges };
}

function fromRemote({ remoteContent = '', changes }: SyncDiff): Compared {
  return { before: remoteContent, label: texts.item.remote, changes };
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
