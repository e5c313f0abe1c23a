import { useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useDraftNames } from '../../client/use-drafts.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { useNavigation } from '../../components/navigation-context.ts';
import { Clock } from '../../components/Clock.tsx';
import { useEndlessRows } from '../../components/use-endless-rows.ts';
import { useRowKeys } from '../../components/use-row-keys.ts';
import { useStable } from '../../components/use-stable.ts';
import { bareName } from '../../lib/bare-name.ts';
import { paths } from '../../lib/paths.ts';
import type { DagListStore } from './dag-list-store.ts';
import type { DagRow } from './dag-rows.ts';
import { DagTableHead } from './DagTableHead.tsx';
import { DagTableRow, type DagRowActs } from './DagTableRow.tsx';
import { GroupRow } from './GroupRow.tsx';
import { RunPopover, type AskedRun } from './RunPopover.tsx';
import type { DagSort } from './sort-dags.ts';
import { texts } from './texts.ts';
import { useRowMenu } from './use-row-menu.tsx';

interface DagTableProps {
  readonly store: DagListStore;
  readonly rows: readonly DagRow[];
  readonly selected: ReadonlySet<string>;
  readonly onSelected: (selected: ReadonlySet<string>) => void;
  readonly onFold: (group: string) => void;
  readonly sort: DagSort | undefined;
  readonly onSort: (sort: string | undefined) => void;
}

/** Thousands of rows, of which only those in sight exist. Arrow keys move a row cursor, Enter opens, `x` ticks. */
export function DagTable(props: DagTableProps) {
  const { store, rows, selected, onSelected, onFold, sort, onSort } = props;
  const navigation = useNavigation();
  const refusal = useRefusal();
  const drafts = useDraftNames();
  const zone = useStore(store, (state) => state.zone);
  const { openMenu, rowMenu } = useRowMenu(store);
  const [asking, setAsking] = useState<AskedRun>();
  const { scroller, items, height, scrollTo } = useEndlessRows(rows.length);
  const { names, ticked, tick, tickBetween, tickRow } = useTicks(props);
  const start = async (asked: AskedRun) => {
    const { item, form } = asked;
    if (item.dag.params.length > 0) return setAsking(asked);
    const known = await form;
    // The list says why: a run could lack its parameters.
    if (known === undefined) return;
    if (known.params.length > 0) setAsking(asked);
    else await store.getState().run(item.fileName);
  };
  const acts = useStable<DagRowActs>({
    tick: tickRow,
    menu: openMenu,
    suspend: (fileName, suspend) => void store.getState().suspend([fileName], suspend),
    run: (item, anchor) => void start({ item, anchor, form: store.getState().runForm(item) }),
  });
  const { cursor, rowId, listProps } = useRowKeys({
    count: rows.length,
    scroller,
    scrollTo,
    onOpen: (index) => {
      const row = rows[index];
      if (row?.kind === 'dag') navigation.go(paths.dag(row.item.fileName));
      else if (row) onFold(row.group);
    },
    onTick: tick,
    onRange: tickBetween,
    onAll: () => onSelected(new Set(names)),
    onClear: () => onSelected(new Set()),
    onMenu: (index, element) => {
      const row = rows[index];
      if (row?.kind === 'dag') openMenu(row.item, element.getBoundingClientRect());
    },
  });

  return (
    <div
      className="list-table"
      role="grid"
      aria-label={texts.list.title}
      aria-rowcount={rows.length + 1}
      aria-multiselectable
    >
      <DagTableHead
        {...{ sort, onSort, zone }}
        isAll={ticked > 0 && ticked === names.length}
        isSome={ticked > 0}
        onAll={(all) => onSelected(new Set(all ? names : []))}
      />
      <div
        ref={scroller}
        className="list-rows"
        role="rowgroup"
        aria-label={texts.list.rows}
        {...listProps}
      >
        <Clock everyMs={1000}>
          <div role="presentation" style={{ height }}>
            {items.map(({ index, start }) => {
              const row = rows[index];
              if (row === undefined) return null;
              const place = { index, start, isCursor: index === cursor };
              return row.kind === 'group' ? (
                <GroupRow
                  key={`group ${row.group}`}
                  id={rowId(index)}
                  row={row}
                  place={place}
                  onFold={onFold}
                />
              ) : (
                <DagTableRow
                  key={row.item.fileName}
                  id={rowId(index)}
                  item={row.item}
                  {...place}
                  isSelected={selected.has(row.item.fileName)}
                  hasDraft={drafts.has(bareName(row.item.fileName))}
                  {...{ zone, refusal, acts }}
                />
              );
            })}
          </div>
        </Clock>
      </div>
      {rowMenu}
      {asking && <RunPopover {...asking} store={store} onClose={() => setAsking(undefined)} />}
    </div>
  );
}

/** How rows are ticked: one, and all up to the one before. */
function useTicks({ rows, selected, onSelected }: DagTableProps) {
  const names = useMemo(() => namesIn(rows), [rows]);
  const ticked = names.filter((name) => selected.has(name)).length;
  const tickBetween = (from: number, to: number) =>
    onSelected(
      new Set([...selected, ...namesIn(rows.slice(Math.min(from, to), Math.max(from, to) + 1))]),
    );
  /** Ticks them, or no more where all are. What is folded away is not ticked unseen. */
  const tickAll = (group: readonly string[]) => {
    const isAll = group.every((name) => selected.has(name));
    const others = [...selected].filter((name) => !group.includes(name));
    onSelected(new Set(isAll ? others : [...others, ...group]));
  };
  const tick = (index: number) => {
    const row = rows[index];
    if (row?.kind === 'dag') onSelected(withToggled(selected, row.item.fileName));
    else if (row) tickAll(groupAt(rows, index));
  };
  const lastTicked = useRef(-1);
  const tickRow = (fileName: string, isRange: boolean) => {
    const index = rows.findIndex((row) => row.kind === 'dag' && row.item.fileName === fileName);
    if (isRange && lastTicked.current >= 0) tickBetween(lastTicked.current, index);
    else tick(index);
    lastTicked.current = index;
  };
  return { names, ticked, tick, tickBetween, tickRow };
}

function namesIn(rows: readonly DagRow[]): readonly string[] {
  return rows.flatMap((row) => (row.kind === 'dag' ? [row.item.fileName] : []));
}

/** The DAGs in sight below the line of a group. */
function groupAt(rows: readonly DagRow[], index: number): readonly string[] {
  const below = rows.slice(index + 1);
  const end = below.findIndex((row) => row.kind === 'group');
  return namesIn(end < 0 ? below : below.slice(0, end));
}

function withToggled(set: ReadonlySet<string>, value: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}
