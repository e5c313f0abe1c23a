import { useState } from 'react';
import { isDagName, NAME_RULE } from '#contract/fields.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { useNavigation } from '../../components/navigation-context.ts';
import { TextField } from '../../components/TextField.tsx';
import { bareName } from '../../lib/bare-name.ts';
import { paths } from '../../lib/paths.ts';
import type { DagStore } from './dag-store.ts';
import { texts } from './texts.ts';

export type DagDialog = 'rename' | 'delete';

interface DagDialogsProps {
  readonly dialog: DagDialog;
  readonly store: DagStore;
  readonly fileName: string;
  /** Stays in the list; the page of a DAG goes with it. */
  readonly isInList?: boolean;
  readonly onClose: () => void;
}

/** Renaming and deleting, which both ask. */
export function DagDialogs(props: DagDialogsProps) {
  const { dialog, store, fileName, isInList = false, onClose } = props;
  const navigation = useNavigation();
  const bare = bareName(fileName);
  const [name, setName] = useState(bare);
  const { rename, remove } = store.getState();
  const leave = async (work: Promise<boolean>, to: string) => {
    const isDone = await work;
    onClose();
    if (isDone && !isInList) navigation.go(to, { replace: true });
  };
  if (dialog === 'delete') {
    return (
      <AskDialog
        title={texts.delete.title(bare)}
        verb={texts.delete.confirm}
        isDanger
        onConfirm={() => {
          remove();
          onClose();
          if (!isInList) navigation.go(paths.dags(), { replace: true });
        }}
        onClose={onClose}
      >
        <p>{texts.delete.body(bare)}</p>
      </AskDialog>
    );
  }
  return (
    <AskDialog
      title={texts.rename.title(bare)}
      verb={texts.rename.confirm}
      isBlocked={!isDagName(name) || name === bare}
      onConfirm={() => void leave(rename(name), paths.dag(name))}
      onClose={onClose}
    >
      <TextField
        label={texts.rename.name}
        value={name}
        isMono
        autoFocus
        error={isDagName(name) ? undefined : NAME_RULE}
        onChange={setName}
      />
      <p className="small">{texts.rename.note}</p>
    </AskDialog>
  );
}
