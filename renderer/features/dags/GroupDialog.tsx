import { useState } from 'react';
import { ComboBox, Input, Label } from 'react-aria-components';
import type { DagListItem } from '#contract/dag.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { NameOptions } from '../../components/NameOptions.tsx';
import { NO_GROUP } from './dag-rows.ts';
import { texts } from './texts.ts';

interface GroupDialogProps {
  readonly dags: readonly DagListItem[];
  readonly chosen: readonly DagListItem[];
  readonly onConfirm: (group: string) => void;
  readonly onClose: () => void;
}

/** The group that the ticked DAGs are moved to: one that is there, or a new one. */
export function GroupDialog({ dags, chosen, onConfirm, onClose }: GroupDialogProps) {
  const [group, setGroup] = useState('');
  const names = [...new Set(dags.map(({ dag }) => dag.group))]
    .filter((name) => name !== NO_GROUP)
    .sort((a, b) => a.localeCompare(b));
  return (
    <AskDialog
      title={texts.bulk.moveTitle(chosen.length)}
      verb={texts.bulk.moveConfirm}
      onConfirm={() => {
        onClose();
        onConfirm(group.trim());
      }}
      onClose={onClose}
    >
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
      <p className="small">{texts.bulk.moveNote}</p>
    </AskDialog>
  );
}
