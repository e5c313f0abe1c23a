import './git-sync.css';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { SyncItem, SyncStatus } from '#contract/sync.ts';
import { useEngine } from '../../client/engine-context.ts';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { useNavigation } from '../../components/navigation-context.ts';
import { usePageCommands } from '../../components/page-commands.ts';
import { focusPageIfLost } from '../../components/page-focus.ts';
import { paths } from '../../lib/paths.ts';
import { ConnectionDialog } from './ConnectionDialog.tsx';
import { GitEmptyState } from './GitEmptyState.tsx';
import { GitPanes } from './GitPanes.tsx';
import { conflictsFirst, isOpen } from './items.ts';
import { KeptDialog } from './kept/KeptDialog.tsx';
import { createSyncStore } from './sync-store.ts';
import { texts } from './texts.ts';
import { usePull } from './use-pull.ts';

/** Git Sync: what changed on either side at the left, what it is at the right. */
export function GitPage({ itemId }: { readonly itemId: string | undefined }) {
  const engine = useEngine();
  const [store] = useState(() => createSyncStore(engine));
  useEffect(() => store.getState().start(), [store]);
  const { status, phase, message, refresh, tell } = useStore(store);
  const [isConnecting, setConnecting] = useState(false);
  const [isKeptShown, setKeptShown] = useState(false);
  const navigation = useNavigation();
  const item = status && itemOf(status, itemId);
  const pull = usePull(store, item);
  useCommands({ pull, connect: setConnecting, showKept: setKeptShown });
  const connect = () => setConnecting(true);
  return (
    <>
      {status === undefined && phase === 'failed' && (
        <ErrorNote message={message} onRetry={() => void refresh()} />
      )}
      {status?.enabled === false && <GitEmptyState onConnect={connect} />}
      {status?.enabled === true && (
        <GitPanes
          store={store}
          status={status}
          item={item}
          onPull={pull}
          onConnect={connect}
          onKept={() => setKeptShown(true)}
        />
      )}
      {/* At one place, whatever the page behind it shows by now: it would lose what it has to say. */}
      {isConnecting && (
        <ConnectionDialog
          onClose={() => {
            setConnecting(false);
            void refresh();
            // A first connection replaces the button that opened it.
            focusPageIfLost();
          }}
        />
      )}
      {status?.enabled === true && isKeptShown && (
        <KeptDialog
          isReadOnly={status.readOnly}
          onRestored={(filePath) => {
            setKeptShown(false);
            void tell('restore', filePath);
            navigation.go(paths.git(filePath.replace(/\.(?:ya?ml|md)$/, '')));
          }}
          onClose={() => setKeptShown(false)}
        />
      )}
    </>
  );
}

/** The item of the address; without one, the first about which something is to be done. */
function itemOf({ items }: SyncStatus, itemId: string | undefined): SyncItem | undefined {
  return items.find((item) => item.itemId === itemId) ?? conflictsFirst(items).find(isOpen);
}

interface Commands {
  readonly pull: () => void;
  readonly connect: (isOpen: boolean) => void;
  readonly showKept: (isOpen: boolean) => void;
}

/** What the palette has of this page. */
function useCommands({ pull, connect, showKept }: Commands): void {
  const { pull: pullWords, connection, kept } = texts.head;
  usePageCommands(
    useMemo(
      () => [
        { id: 'pull', label: pullWords, icon: 'download', run: pull },
        { id: 'connection', label: connection, icon: 'node', run: () => connect(true) },
        { id: 'kept', label: kept, icon: 'copy', run: () => showKept(true) },
      ],
      [pull, connect, showKept, pullWords, connection, kept],
    ),
  );
}
