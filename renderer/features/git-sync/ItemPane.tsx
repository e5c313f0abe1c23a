import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { SyncItem, SyncStatus } from '#contract/sync.ts';
import { useEngine } from '../../client/engine-context.ts';
import { DiffView } from '../../components/editor/DiffView.tsx';
import { YamlEditor } from '../../components/editor/YamlEditor.tsx';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { Segments } from '../../components/Segments.tsx';
import { ItemActions } from './ItemActions.tsx';
import { ItemBand } from './ItemBand.tsx';
import { ItemHistory } from './ItemHistory.tsx';
import { createItemStore, type ItemStore } from './item-store.ts';
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
  const { localHash, status: state, baseCommit, remoteCommit, trust } = item;
  // Its text is another one on either side.
  useEffect(() => {
    void itemStore.getState().refresh();
  }, [itemStore, localHash, state, baseCommit, remoteCommit, trust]);
  const { phase, message, refresh } = useStore(itemStore);
  const slash = item.filePath.lastIndexOf('/') + 1;
  return (
    <>
      <div className="bar git-item-head">
        <h2 className="grow cut" title={item.filePath}>
          <span className="secondary">{item.filePath.slice(0, slash)}</span>
          {item.filePath.slice(slash)}
        </h2>
        <Segments
          label={texts.item.tabs}
          value={tab}
          options={[
            { value: 'difference', label: texts.item.difference },
            { value: 'history', label: texts.item.history },
          ]}
          onChange={setTab}
        />
        <ItemActions store={store} status={status} item={item} isBusy={isBusy} />
      </div>
      {phase === 'failed' && <ErrorNote message={message} onRetry={() => void refresh()} />}
      <ItemBand store={store} item={item} itemStore={itemStore} isBusy={isBusy} />
      {tab === 'history' ? <ItemHistory store={itemStore} /> : <Difference store={itemStore} />}
    </>
  );
}

function Difference({ store }: { readonly store: ItemStore }) {
  const diff = useStore(store, (state) => state.diff);
  const [look, setLook] = useState<'unified' | 'sides'>('unified');
  if (diff === undefined) return null;
  const { localContent: mine = '', remoteContent: theirs = '' } = diff;
  if (mine === theirs) {
    return (
      <>
        <p className="secondary pane-note">{texts.item.same}</p>
        <YamlEditor text={mine} isReadOnly />
      </>
    );
  }
  return (
    <>
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
          onChange={setLook}
        />
      </div>
      <DiffView
        before={theirs}
        after={mine}
        labels={{ before: texts.item.remote, after: texts.item.here }}
        isUnified={look === 'unified'}
      />
    </>
  );
}
