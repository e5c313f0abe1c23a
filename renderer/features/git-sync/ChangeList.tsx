import { useEffect, useState } from 'react';
import type { SyncItem, SyncStatus } from '#contract/sync.ts';
import { useNavigation } from '../../components/navigation-context.ts';
import { useTableKeys } from '../../components/use-table-keys.ts';
import { paths } from '../../lib/paths.ts';
import { Checkbox } from '../../components/Checkbox.tsx';
import { Segments } from '../../components/Segments.tsx';
import { ChangeRow } from './ChangeRow.tsx';
import {
  canBePublished,
  conflictsFirst,
  isConflict,
  isOpen,
  isTicked,
  type Ticks,
} from './items.ts';
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
  const items = conflictsFirst(shown === 'all' ? status.items : status.items.filter(isOpen));
  const ready = status.items.filter(canBePublished);
  const chosen = ready.filter((item) => isTicked(item, ticks));
  return (
    <>
      <div className="bar git-choice">
        {ready.length > 0 && (
          <Checkbox
            label={texts.list.chooseAll}
            isSelected={chosen.length === ready.length}
            isIndeterminate={chosen.length > 0 && chosen.length < ready.length}
            onChange={() => onChoose(idsOf(ready), chosen.length < ready.length)}
          />
        )}
        <span className="secondary grow cut">
          {ready.length > 0
            ? texts.list.chosen(chosen.length, ready.length)
            : wordsOfNone(status.items.filter(isConflict).length)}
        </span>
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
        <ChangeRows items={items} selected={selected} ticks={ticks} onChoose={onChoose} />
      )}
    </>
  );
}

/** What there is, where nothing can be published. */
function wordsOfNone(conflicts: number): string {
  return conflicts > 0 ? texts.list.conflicts(conflicts) : texts.list.nothing;
}

interface ChangeRowsProps extends Omit<ChangeListProps, 'status'> {
  readonly items: readonly SyncItem[];
}

/** The rows of the items, with the keys that all lists have. */
function ChangeRows({ items, selected, ticks, onChoose }: ChangeRowsProps) {
  const navigation = useNavigation();
  const choose = (some: readonly SyncItem[], isChosen: boolean) =>
    onChoose(idsOf(some.filter(canBePublished)), isChosen);
  const { bodyRef, bodyProps, rowProps } = useTableKeys<HTMLDivElement>({
    count: items.length,
    onOpen: (index) => {
      const item = items[index];
      if (item) navigation.go(paths.git(item.itemId));
    },
    onTick: (index) => {
      const item = items[index];
      if (item) choose([item], !isTicked(item, ticks));
    },
    onRange: (from, to) => choose(items.slice(Math.min(from, to), Math.max(from, to) + 1), true),
    onAll: () => choose(items, true),
    onClear: () => choose(items, false),
  });
  // It may have been chosen elsewhere: by a pull, or by a link.
  useEffect(() => {
    bodyRef.current?.querySelector('.is-selected')?.scrollIntoView({ block: 'nearest' });
  }, [bodyRef, selected]);
  return (
    <div
      ref={bodyRef}
      role="grid"
      aria-label={texts.list.label}
      aria-multiselectable
      {...bodyProps}
      className={`change-list grow ${bodyProps.className}`}
    >
      {items.map((item, index) => (
        <ChangeRow
          key={item.itemId}
          place={rowProps(index)}
          item={item}
          isSelected={item.itemId === selected}
          isChosen={isTicked(item, ticks)}
          onChoose={(isChosen) => onChoose([item.itemId], isChosen)}
        />
      ))}
    </div>
  );
}

function idsOf(items: readonly SyncItem[]): readonly string[] {
  return items.map(({ itemId }) => itemId);
}
