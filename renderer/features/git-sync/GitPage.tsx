import './git-sync.css';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { SyncItem, SyncStatus } from '#contract/sync.ts';
import { useEngine } from '../../client/engine-context.ts';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { usePageCommands } from '../../components/page-commands.ts';
import { ChangeList } from './ChangeList.tsx';
import { ConnectionDialog } from './ConnectionDialog.tsx';
import { GitEmptyState } from './GitEmptyState.tsx';
import { GitHeader } from './GitHeader.tsx';
import { isOpen } from './items.ts';
import { ItemPane } from './ItemPane.tsx';
import { OutcomeNote } from './OutcomeNote.tsx';
import { PublishForm } from './PublishForm.tsx';
import { chosenItems, createSyncStore } from './sync-store.ts';
import { texts } from './texts.ts';

/** Git Sync: what changed on either side at the left, what it is at the right. */
export function GitPage({ itemId }: { readonly itemId: string | undefined }) {
  const engine = useEngine();
  const [store] = useState(() => createSyncStore(engine));
  useEffect(() => store.getState().start(), [store]);
  const state = useStore(store);
  const { status, phase, message, problem, outcome, ticks, activity } = state;
  const [isConnecting, setConnecting] = useState(false);
  const connect = () => setConnecting(true);
  usePageCommands(
    useMemo(
      () => [
        {
          id: 'pull',
          label: texts.head.pull,
          icon: 'download',
          run: () => void store.getState().pull(),
        },
        {
          id: 'connection',
          label: texts.head.connection,
          icon: 'node',
          run: () => setConnecting(true),
        },
      ],
      [store],
    ),
  );
  const dialog = isConnecting && (
    <ConnectionDialog
      onClose={() => {
        setConnecting(false);
        void state.refresh();
      }}
    />
  );
  if (status === undefined) {
    return phase === 'failed' ? (
      <ErrorNote message={message} onRetry={() => void state.refresh()} />
    ) : null;
  }
  if (!status.enabled) {
    return (
      <>
        <GitEmptyState onConnect={connect} />
        {dialog}
      </>
    );
  }
  const item = itemOf(status, itemId);
  const isBusy = activity.activity !== '' || status.activity !== '';
  const chosen = chosenItems(state).map((each) => each.itemId);
  return (
    <div className="git-page">
      <section className="git-changes" aria-label={texts.list.label}>
        <GitHeader
          status={status}
          activity={activity}
          isBusy={isBusy}
          onPull={() => void state.pull()}
          onConnect={connect}
        />
        <ChangeList status={status} selected={item?.itemId} ticks={ticks} onChoose={state.choose} />
        <PublishForm
          status={status}
          chosen={chosen}
          isBusy={isBusy}
          onPublish={(words) => state.publish(chosen, words)}
        />
      </section>
      <section className="git-item" aria-label={item?.filePath ?? texts.item.none}>
        {phase === 'failed' && <ErrorNote message={message} onRetry={() => void state.refresh()} />}
        {problem && <ErrorNote message={problem} onDismiss={state.dismiss} />}
        {status.lastError !== '' && problem === undefined && (
          <ErrorNote message={status.lastError} />
        )}
        {outcome && (
          <OutcomeNote outcome={outcome} branch={status.branch ?? ''} onDismiss={state.dismiss} />
        )}
        {item ? (
          <ItemPane key={item.itemId} store={store} status={status} item={item} isBusy={isBusy} />
        ) : (
          <p className="secondary pane-note">{texts.item.none}</p>
        )}
      </section>
      {dialog}
    </div>
  );
}

/** The item of the address; without one, the first about which something is to be done. */
function itemOf({ items }: SyncStatus, itemId: string | undefined): SyncItem | undefined {
  return items.find((item) => item.itemId === itemId) ?? items.find(isOpen);
}
