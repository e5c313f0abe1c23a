import { useState } from 'react';
import type { DagListItem } from '#contract/dag.ts';
import { useDrafts } from '../../client/use-drafts.ts';
import { useEngine } from '../../client/engine-context.ts';
import { useGitStates } from '../../client/use-git-files.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import {
  ContextMenu,
  type ContextMenuRequest,
  type MenuPlace,
} from '../../components/ContextMenu.tsx';
import { useNavigation } from '../../components/navigation-context.ts';
import { useToasts } from '../../components/toast-context.ts';
import { useCopy } from '../../components/use-copy.ts';
import { dagCommands } from './dag-commands.ts';
import type { DagListStore } from './dag-list-store.ts';
import { createDagStore } from './dag-store.ts';
import { DagDialogs, type DagDialog } from './DagDialogs.tsx';

interface Asking {
  readonly dialog: DagDialog;
  readonly fileName: string;
}

/** The menu of a row of the list, with the dialogs that its commands open. */
export function useRowMenu(store: DagListStore) {
  const navigation = useNavigation();
  const refusal = useRefusal();
  const git = useGitStates();
  const copy = useCopy();
  const [menu, setMenu] = useState<ContextMenuRequest>();
  const [asking, setAsking] = useState<Asking>();
  return {
    openMenu: (item: DagListItem, { x, y, height }: MenuPlace) => {
      const ask = (dialog: DagDialog) => setAsking({ dialog, fileName: item.fileName });
      const commands = dagCommands(item, store, { navigation, refusal, git, ask, copy });
      setMenu({ x, y, height, label: item.dag.name, commands });
    },
    rowMenu: (
      <>
        <ContextMenu request={menu} onClose={() => setMenu(undefined)} />
        {asking && <RowDialog {...asking} onClose={() => setAsking(undefined)} />}
      </>
    ),
  };
}

/** The dialog of the page of a DAG. What goes wrong is said by a toast, as the list has no place for it. */
function RowDialog({ dialog, fileName, onClose }: Asking & { readonly onClose: () => void }) {
  const engine = useEngine();
  const toasts = useToasts();
  const drafts = useDrafts();
  const [store] = useState(() => createDagStore(engine, fileName, { toasts, drafts }));
  const close = () => {
    const { problem } = store.getState();
    if (problem !== undefined) toasts.getState().tell({ text: problem, isProblem: true });
    onClose();
  };
  return <DagDialogs dialog={dialog} store={store} fileName={fileName} isInList onClose={close} />;
}
