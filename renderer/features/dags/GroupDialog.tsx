import { useState, type KeyboardEvent } from 'react';
import { ComboBox, Input, Label } from 'react-aria-components';
import type { DagListItem } from '#contract/dag.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { NameOptions } from '../../components/NameOptions.tsx';
import { NO_GROUP } from './dag-rows.ts';
import { texts } from './texts.ts';

interface GroupDialogProps {
  readonly dags: readonly DagListItem[];
  readonly chosen: readonly DagListItem[];
  readonly onConfirm: (group: string) => Promise<void>;
  readonly onClose: () => void;
}

/** The group that the ticked DAGs are moved to: one that is there, or a new one. */
export function GroupDialog({ dags, chosen, onConfirm, onClose }: GroupDialogProps) {
  const [group, setGroup] = useState('');
  // It stays until the work is done: a second Enter would reach whatever has the focus then.
  const [isMoving, setMoving] = useState(false);
  const names = [...new Set(dags.map(({ dag }) => dag.group))]
    .filter((name) => name !== NO_GROUP)
    .sort((a, b) => a.localeCompare(b));
  return (
    <AskDialog
      title={texts.bulk.moveTitle(chosen.length)}
      verb={isMoving ? texts.bulk.moving : texts.bulk.moveConfirm}
      isBlocked={isMoving}
      onConfirm={() => {
        setMoving(true);
        void onConfirm(group.trim()).finally(onClose);
      }}
      onClose={onClose}
    >
      <div onKeyDownCapture={submitTyped}>
        <ComboBox
          className="text-field"
          menuTrigger="focus"
          inputValue={group}
          onInputChange={setGroup}
          allowsCustomValue
          allowsEmptyCollection
        >
          <Label>{texts.bulk.group}</Label>
          <Input className="input" autoFocus />
          <NameOptions names={names} empty={texts.bulk.newGroup} />
        </ComboBox>
      </div>
      <p className="small">{texts.bulk.moveNote}</p>
    </AskDialog>
  );
}

/** Enter takes the option that the arrows have reached; what was typed is the answer, whether the list is open or not. */
function submitTyped(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event;
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  if (!(target instanceof HTMLInputElement) || target.hasAttribute('aria-activedescendant')) return;
  // The ComboBox closes its list by the same key.
  event.preventDefault();
  target.form?.requestSubmit();
}
