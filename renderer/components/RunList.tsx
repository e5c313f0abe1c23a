import { useMemo, type MouseEvent } from 'react';
import { latestBeginningFirst, type RunSummary } from '#contract/run.ts';
import { paths } from '../lib/paths.ts';
import { runKey } from '../lib/run-key.ts';
import type { MenuPlace } from './ContextMenu.tsx';
import { useNavigation } from './navigation-context.ts';
import { Clock } from './Clock.tsx';
import { rowOf } from './row-controls.ts';
import { RunRow } from './RunRow.tsx';
import { RunTableHead } from './RunTableHead.tsx';
import { useEndlessRows } from './use-endless-rows.ts';
import { useRowKeys } from './use-row-keys.ts';

export interface RunListProps {
  readonly label: string;
  /** Names the rows below the head. */
  readonly rowsLabel: string;
  readonly runs: readonly RunSummary[];
  /** Whether the runs are of one DAG, of which the page already says the name. */
  readonly isOfOneDag?: boolean;
  /** A right click on a run, or the key of its menu. */
  readonly onMenu?: (run: RunSummary, place: MenuPlace) => void;
  /** The last row has come into sight. */
  readonly onEnd?: () => void;
}

/** Runs one by one, wherever they are listed. */
export function RunList(props: RunListProps) {
  const { label, rowsLabel, isOfOneDag = false, onMenu, onEnd } = props;
  // The engine lists them as they were made: one that waited, or runs again, has begun later than those above it.
  const runs = useMemo(() => latestBeginningFirst(props.runs), [props.runs]);
  const navigation = useNavigation();
  const { scroller, items, height, scrollTo } = useEndlessRows(runs.length, onEnd);
  const { cursor, rowId, listProps } = useRowKeys({
    count: runs.length,
    scroller,
    scrollTo,
    onOpen: (index) => {
      const run = runs[index];
      if (run) navigation.go(paths.run(run));
    },
    onMenu: (index, element) => {
      const run = runs[index];
      if (run) onMenu?.(run, element.getBoundingClientRect());
    },
  });
  const rightClick = (event: MouseEvent<HTMLElement>) => {
    const row = rowOf(event.target as Element);
    const run = runs.find((_, index) => rowId(index) === row?.id);
    if (row === null || run === undefined || onMenu === undefined) return;
    event.preventDefault();
    // By its link the list knows that the keys are on this row; the list has the focus again once the menu is closed.
    row.querySelector('a')?.focus({ preventScroll: true });
    scroller.current?.focus({ preventScroll: true });
    onMenu(run, { x: event.clientX, y: event.clientY });
  };

  return (
    <div className="list-table" role="grid" aria-label={label} aria-rowcount={runs.length + 1}>
      <RunTableHead hasNames={!isOfOneDag} />
      <div
        ref={scroller}
        className="list-rows"
        role="rowgroup"
        aria-label={rowsLabel}
        {...listProps}
      >
        <Clock everyMs={1000}>
          <div role="presentation" style={{ height }} onContextMenu={rightClick}>
            {items.map(({ index, start }) => {
              const run = runs[index];
              return (
                run && (
                  <RunRow
                    key={runKey(run)}
                    id={rowId(index)}
                    run={run}
                    index={index}
                    start={start}
                    isCursor={index === cursor}
                    hasName={!isOfOneDag}
                  />
                )
              );
            })}
          </div>
        </Clock>
      </div>
    </div>
  );
}
