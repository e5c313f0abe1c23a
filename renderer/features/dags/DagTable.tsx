import { useState, type KeyboardEvent } from 'react';
import { ContextMenu, type ContextMenuRequest } from '../../components/ContextMenu.tsx';
import { useRefusal } from '../../client/use-refusal.ts';
import { useNavigation } from '../../components/navigation-context.ts';
import { useEndlessRows } from '../../components/use-endless-rows.ts';
import { useNow } from '../../components/use-now.ts';
import { paths } from '../../lib/paths.ts';
import { movedCursor } from '../../lib/row-cursor.ts';
import { dagCommands } from './dag-commands.ts';
import type { DagListStore } from './dag-list-store.ts';
import type { DagRow } from './dag-rows.ts';
import { DagTableHead } from './DagTableHead.tsx';
import { DagTableRow } from './DagTableRow.tsx';
import { GroupRow } from './GroupRow.tsx';
import { texts } from './texts.ts';

interface DagTableProps {
  readonly store: DagListStore;
  readonly rows: readonly DagRow[];
  readonly selected: ReadonlySet<string>;
  readonly onSelected: (selected: ReadonlySet<string>) => void;
  readonly onFold: (group: string) => void;
}

/** Thousands of rows, of which only those in sight exist. Arrow keys move a row cursor, Enter opens, Space ticks. */
export function DagTable({ store, rows, selected, onSelected, onFold }: DagTableProps) {
  const navigation = useNavigation();
  const refusal = useRefusal();
  const now = useNow(1000);
  const [cursor, setCursor] = useState(-1);
  const [menu, setMenu] = useState<ContextMenuRequest>();
  const { scroller, items, height, scrollTo } = useEndlessRows(rows.length);
  const names = rows.flatMap((row) => (row.kind === 'dag' ? [row.item.fileName] : []));
  const ticked = names.filter((name) => selected.has(name)).length;
  const tick = (fileName: string) => onSelected(withToggled(selected, fileName));

  const press = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const row = rows[cursor];
    const next = movedCursor(event.key, cursor, rows.length);
    if (next !== undefined) {
      setCursor(next);
      scrollTo(next);
    } else if (event.key === 'Enter' && row?.kind === 'dag') {
      navigation.go(paths.dag(row.item.fileName));
    } else if ((event.key === 'Enter' || event.key === ' ') && row?.kind === 'group') {
      onFold(row.group);
    } else if (event.key === ' ' && row?.kind === 'dag') {
      tick(row.item.fileName);
    } else return;
    event.preventDefault();
  };

  return (
    <div
      className="list-table"
      role="grid"
      aria-label={texts.list.title}
      aria-rowcount={rows.length + 1}
    >
      <DagTableHead
        isAll={ticked > 0 && ticked === names.length}
        isSome={ticked > 0}
        onAll={(all) => onSelected(new Set(all ? names : []))}
      />
      <div
        ref={scroller}
        className="list-rows"
        role="rowgroup"
        tabIndex={0}
        aria-label={texts.list.rows}
        onKeyDown={press}
        onFocus={(event) => event.target === event.currentTarget && cursor < 0 && setCursor(0)}
      >
        <div role="presentation" style={{ height }}>
          {items.map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const place = { index, start, isCursor: index === cursor };
            return row.kind === 'group' ? (
              <GroupRow key={`group ${row.group}`} row={row} place={place} onFold={onFold} />
            ) : (
              <DagTableRow
                key={row.item.fileName}
                item={row.item}
                place={place}
                store={store}
                isSelected={selected.has(row.item.fileName)}
                now={now}
                onTick={tick}
                onMenu={(x, y) =>
                  setMenu({
                    x,
                    y,
                    label: row.item.dag.name,
                    commands: dagCommands(row.item, store, { navigation, refusal }),
                  })
                }
              />
            );
          })}
        </div>
      </div>
      <ContextMenu request={menu} onClose={() => setMenu(undefined)} />
    </div>
  );
}

function withToggled(set: ReadonlySet<string>, value: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}
