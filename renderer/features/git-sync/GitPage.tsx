import './git-sync.css';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { SyncItem, SyncStatus } from '#contract/sync.ts';
import { useEngine } from '../../client/engine-context.ts';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { useNavigation } from '../../components/navigation-context.ts';
import { usePageCommands } from '../../components/page-commands.ts';
import { paths } from '../../lib/paths.ts';
import { ChangeList } from './ChangeList.tsx';
import { ConnectionDialog } from './ConnectionDialog.tsx';
import { GitEmptyState } from './GitEmptyState.tsx';
import { GitHeader } from './GitHeader.tsx';
import { isOpen } from './items.ts';
import { ItemPane } from './ItemPane.tsx';
import { KeptDialog } from './kept/KeptDialog.tsx';
import { OutcomeNote } from './OutcomeNote.tsx';
import { PublishForm } from './PublishForm.tsx';
import { chosenItems, createSyncStore, type SyncStore } from './sync-store.ts';
import { texts } from './texts.ts';

/** Git Sync: what changed on either side at the left, what it is at the right. */
export function GitPage({ itemId }: { readonly itemId: string | undefined }) {
  const engine = useEngine();
  const [store] = useState(() => createSyncStore(engine));
  useEffect(() => store.getState().start(), [store]);
  const state = useStore(store);
  const { status, phase, message, problem, outcome, ticks, activity } = state;
  const [isConnecting, setConnecting] = useState(false);
  const [isKeptShown, setKeptShown] = useState(false);
  const navigation = useNavigation();
  const connect = () => setConnecting(true);
  useCommands(store, { connect: setConnecting, showKept: setKeptShown });
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
          onKept={() => setKeptShown(true)}
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
      {isKeptShown && (
        <KeptDialog
          isReadOnly={status.readOnly}
          onRestored={(filePath) => {
            setKeptShown(false);
            void state.tell('restore', filePath);
            navigation.go(paths.git(filePath.replace(/\.(?:ya?ml|md)$/, '')));
          }}
          onClose={() => setKeptShown(false)}
        />
      )}
    </div>
  );
}

/** The item of the address; without one, the first about which something is to be done. */
function itemOf({ items }: SyncStatus, itemId: string | undefined): SyncItem | undefined {
  return items.find((item) => item.itemId === itemId) ?? items.find(isOpen);
}

interface Dialogs {
  readonly connect: (isOpen: boolean) => void;
  readonly showKept: (isOpen: boolean) => void;
}

/** What the palette has of this page. */
function useCommands(store: SyncStore, { connect, showKept }: Dialogs): void {
  const { pull, connection, kept } = texts.head;
  usePageCommands(
    useMemo(
      () => [
        { id: 'pull', label: pull, icon: 'download', run: () => void store.getState().pull() },
        { id: 'connection', label: connection, icon: 'node', run: () => connect(true) },
        { id: 'kept', label: kept, icon: 'copy', run: () => showKept(true) },
      ],
      [store, connect, showKept, pull, connection, kept],
    ),
  );
}
