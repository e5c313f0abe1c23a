import { useState } from 'react';
import type { DagListItem } from '#contract/dag.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { Button } from '../../components/Button.tsx';
import type { IconName } from '../../components/icons.tsx';
import type { DagListStore } from './dag-list-store.ts';
import { GroupDialog } from './GroupDialog.tsx';
import { TagDialog } from './TagDialog.tsx';
import { texts } from './texts.ts';

interface BulkBarProps {
  readonly store: DagListStore;
  readonly dags: readonly DagListItem[];
  /** The rows that are ticked. */
  readonly chosen: readonly DagListItem[];
}

/** What can be done with the ticked rows; what may not be done says why. */
export function BulkBar({ store, dags, chosen }: BulkBarProps) {
  const [asking, setAsking] = useState<'tag' | 'move' | 'delete'>();
  const { runAll, suspend, retag, moveTo, remove } = store.getState();
  const refusal = useRefusal();
  const names = chosen.map((item) => item.fileName);
  const areAllOff = chosen.every((item) => item.suspended);
  const close = () => setAsking(undefined);
  return (
    <>
      <span className="secondary small nowrap">{texts.filter.selected(chosen.length)}</span>
      <BulkButton icon="play" refusal={refusal('dags.start')} onPress={() => void runAll(chosen)}>
        {texts.filter.run}
      </BulkButton>
      <BulkButton refusal={refusal('dags.suspend')} onPress={() => void suspend(names, !areAllOff)}>
        {areAllOff ? texts.filter.resume : texts.filter.suspend}
      </BulkButton>
      <BulkButton refusal={refusal('dags.updateSpec')} onPress={() => setAsking('tag')}>
        {texts.filter.tag}
      </BulkButton>
      <BulkButton refusal={refusal('dags.updateSpec')} onPress={() => setAsking('move')}>
        {texts.filter.move}
      </BulkButton>
      <BulkButton refusal={refusal('dags.delete')} onPress={() => setAsking('delete')}>
        {texts.filter.delete}
      </BulkButton>
      {asking === 'tag' && (
        <TagDialog
          chosen={chosen}
          onConfirm={(change) => void retag(names, change)}
          onClose={close}
        />
      )}
      {asking === 'move' && (
        <GroupDialog
          dags={dags}
          chosen={chosen}
          onConfirm={(group) => moveTo(names, group)}
          onClose={() => setAsking((now) => (now === 'move' ? undefined : now))}
        />
      )}
      {asking === 'delete' && (
        <AskDialog
          title={texts.filter.deleteTitle(names.length)}
          verb={texts.filter.deleteTitle(names.length)}
          isDanger
          onConfirm={() => {
            close();
            remove(names);
          }}
          onClose={close}
        >
          <p>{texts.filter.deleteBody(names.join(', '))}</p>
        </AskDialog>
      )}
    </>
  );
}

interface BulkButtonProps {
  readonly refusal: string | undefined;
  readonly icon?: IconName;
  readonly children: string;
  readonly onPress: () => void;
}

function BulkButton({ refusal, icon, children, onPress }: BulkButtonProps) {
  return (
    <span title={refusal}>
      <Button
        {...(icon && { icon })}
        isDisabled={refusal !== undefined}
        aria-label={refusal === undefined ? children : `${children}. ${refusal}`}
        onPress={onPress}
      >
        {children}
      </Button>
    </span>
  );
}
