import { useState } from 'react';
import type { SyncItem, SyncStatus } from '#contract/sync.ts';
import { Checkbox } from '../../components/Checkbox.tsx';
import { Segments } from '../../components/Segments.tsx';
import { ChangeRow } from './ChangeRow.tsx';
import { canBePublished, isOpen, isTicked, type Ticks } from './items.ts';
import { texts } from './texts.ts';

interface ChangeListProps {
  readonly status: SyncStatus;
  readonly selected: string | undefined;
  readonly ticks: Ticks;
  readonly onChoose: (itemIds: readonly string[], isChosen: boolean) => void;
}

/** The items, those that are to be published ticked. */
export function ChangeList({ status, selected, ticks, onChoose }: ChangeListProps) {
  const [shown, setShown] = useState<'changed' | 'all'>('changed');
  const items = shown === 'all' ? status.items : status.items.filter(isOpen);
  const ready = status.items.filter(canBePublished);
  const chosen = ready.filter((item) => isTicked(item, ticks));
  const idsOf = (some: readonly SyncItem[]) => some.map(({ itemId }) => itemId);
  return (
    <>
      <div className="bar git-choice">
        <Checkbox
          label={texts.list.chooseAll}
          isSelected={ready.length > 0 && chosen.length === ready.length}
          isIndeterminate={chosen.length > 0 && chosen.length < ready.length}
          onChange={() => onChoose(idsOf(ready), chosen.length < ready.length)}
        />
        <span className="secondary grow cut">{texts.list.chosen(chosen.length, ready.length)}</span>
        <Segments
          label={texts.filter.label}
          look="boxes"
          value={shown}
          options={[
            { value: 'changed', label: texts.filter.changed },
            { value: 'all', label: texts.filter.all },
          ]}
          onChange={setShown}
        />
      </div>
      {items.length === 0 ? (
        <p className="secondary pane-note grow">
          {status.items.length === 0 ? texts.list.noItems : texts.list.none}
        </p>
      ) : (
        <ul className="change-list grow" aria-label={texts.list.label}>
          {items.map((item) => (
            <ChangeRow
              key={item.itemId}
              item={item}
              isSelected={item.itemId === selected}
              isChosen={isTicked(item, ticks)}
              onChoose={(isChosen) => onChoose([item.itemId], isChosen)}
            />
          ))}
        </ul>
      )}
    </>
  );
}
