import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { SyncItem, SyncStatus } from '#contract/sync.ts';
import { useEngine } from '../../client/engine-context.ts';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { Segments } from '../../components/Segments.tsx';
import { ItemActions } from './ItemActions.tsx';
import { ItemBand } from './ItemBand.tsx';
import { ItemDifference } from './ItemDifference.tsx';
import { ItemHistory } from './history/ItemHistory.tsx';
import { createItemStore, waitingHash } from './item-store.ts';
import { MergePane } from './merge/MergePane.tsx';
import type { SyncStore } from './sync-store.ts';
import { texts } from './texts.ts';

interface ItemPaneProps {
  readonly store: SyncStore;
  readonly status: SyncStatus;
  readonly item: SyncItem;
  readonly isBusy: boolean;
}

/** One item: what differs between here and the remote, what can be done about it, and its history. */
export function ItemPane({ store, status, item, isBusy }: ItemPaneProps) {
  const engine = useEngine();
  const [itemStore] = useState(() => createItemStore(engine, item.itemId));
  const [tab, setTab] = useState<'difference' | 'history'>('difference');
  const [wantsMerge, setMerging] = useState(false);
  // Somebody else may have ended the conflict meanwhile.
  const isMerging = wantsMerge && item.status === 'conflict';
  const { localHash, status: state, baseCommit, remoteCommit, trust, reviewHash } = item;
  // Its text is another one on either side.
  useEffect(() => {
    void itemStore.getState().refresh();
  }, [itemStore, localHash, state, baseCommit, remoteCommit, trust, reviewHash]);
  const { phase, message, refresh } = useStore(itemStore);
  const isTheirsWaiting = useStore(itemStore, waitingHash) !== '';
  const slash = item.filePath.lastIndexOf('/') + 1;
  return (
    <>
      <div className="bar git-item-head">
        <h2 className="grow cut" title={item.filePath}>
          <span className="secondary">{item.filePath.slice(0, slash)}</span>
          {item.filePath.slice(slash)}
        </h2>
        {!isMerging && (
          <>
            <Segments
              label={texts.item.tabs}
              value={tab}
              options={[
                { value: 'difference', label: texts.item.difference },
                { value: 'history', label: texts.item.history },
              ]}
              onChange={setTab}
            />
            <ItemActions
              store={store}
              status={status}
              item={item}
              isBusy={isBusy}
              isTheirsWaiting={isTheirsWaiting}
              onMerge={() => setMerging(true)}
            />
          </>
        )}
      </div>
      {phase === 'failed' && <ErrorNote message={message} onRetry={() => void refresh()} />}
      {isMerging ? (
        <MergePane
          item={item}
          isReadOnly={status.readOnly}
          onSaved={() => {
            setMerging(false);
            void store.getState().tell('resolve', item.itemId);
          }}
          onClose={() => setMerging(false)}
        />
      ) : (
        <>
          <ItemBand store={store} item={item} itemStore={itemStore} isBusy={isBusy} />
          {tab === 'history' ? (
            <ItemHistory itemId={item.itemId} />
          ) : (
            <ItemDifference store={itemStore} />
          )}
        </>
      )}
    </>
  );
}
