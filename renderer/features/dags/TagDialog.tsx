import { useState } from 'react';
import type { DagListItem } from '#contract/dag.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { Checkbox } from '../../components/Checkbox.tsx';
import { TextField } from '../../components/TextField.tsx';
import type { TagChange } from './edit-tags.ts';
import { texts } from './texts.ts';

interface TagDialogProps {
  readonly chosen: readonly DagListItem[];
  readonly onConfirm: (change: TagChange) => void;
  readonly onClose: () => void;
}

const TAG = /^[a-z0-9][a-z0-9._-]{0,62}(=[a-z0-9._/-]{0,255})?$/;

/** New tags for the ticked DAGs, and which of theirs all or none of them have from now on. */
export function TagDialog({ chosen, onConfirm, onClose }: TagDialogProps) {
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState<ReadonlyMap<string, boolean>>(new Map());
  const counts = Map.groupBy(
    chosen.flatMap(({ dag }) => dag.tags),
    (tag) => tag,
  );
  const fresh = typed
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const bad = fresh.find((tag) => !TAG.test(tag));
  const tagsThat = (is: boolean) => [...wanted].flatMap(([tag, on]) => (on === is ? [tag] : []));
  const change = { add: [...new Set([...fresh, ...tagsThat(true)])], remove: tagsThat(false) };
  const isNothing = change.add.length + change.remove.length === 0;
  return (
    <AskDialog
      title={texts.bulk.tagTitle(chosen.length)}
      verb={texts.bulk.tagConfirm}
      isBlocked={bad !== undefined || isNothing}
      onConfirm={() => {
        onClose();
        onConfirm(change);
      }}
      onClose={onClose}
    >
      <TextField
        label={texts.bulk.add}
        value={typed}
        error={bad && texts.bulk.badTag(bad)}
        placeholder={texts.bulk.addExample}
        isMono
        autoFocus
        onChange={setTyped}
      />
      {counts.size > 0 && (
        <ul className="tag-choices" aria-label={texts.bulk.tags}>
          {[...counts].map(([tag, { length }]) => {
            const isOn = wanted.get(tag) ?? length === chosen.length;
            return (
              <li key={tag} className="row">
                <Checkbox
                  label={tag}
                  isSelected={isOn}
                  isIndeterminate={!wanted.has(tag) && !isOn}
                  onChange={(on) => setWanted(new Map([...wanted, [tag, on]]))}
                />
                <span className="mono cut">{tag}</span>
                <span className="secondary small">
                  {texts.bulk.tagCount(length, chosen.length)}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </AskDialog>
  );
}
