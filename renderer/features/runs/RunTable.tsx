import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { RunSummary } from '#contract/run.ts';
import { useNavigation } from '../../components/navigation-context.ts';
import { RunRow } from '../../components/RunRow.tsx';
import { RunTableHead } from '../../components/RunTableHead.tsx';
import { useNow } from '../../components/use-now.ts';
import { paths } from '../../lib/paths.ts';
import { keyOf } from './run-list-store.ts';

interface RunTableProps {
  readonly runs: readonly RunSummary[];
  readonly isLoadingMore: boolean;
  /** The last row has come into sight. */
  readonly onEnd: () => void;
}

const ROW = 28;

export function RunTable({ runs, isLoadingMore, onEnd }: RunTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const navigation = useNavigation();
  const now = useNow(1000);
  const [cursor, setCursor] = useState(-1);
  // eslint-disable-next-line react-hooks/incompatible-library -- The rows below are drawn from it in this component alone.
  const virtualizer = useVirtualizer({
    count: runs.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (runs.length > 0 && last >= runs.length - 1) onEnd();
  }, [last, runs.length, onEnd]);

  const press = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const moves: Record<string, number> = {
      ArrowDown: 1,
      j: 1,
      ArrowUp: -1,
      k: -1,
      PageDown: 20,
      PageUp: -20,
    };
    const move = moves[event.key];
    const run = runs[cursor];
    if (move !== undefined) {
      const next = Math.max(0, Math.min(runs.length - 1, cursor + move));
      setCursor(next);
      virtualizer.scrollToIndex(next);
    } else if (event.key === 'Enter' && run !== undefined) {
      navigation.go(paths.run(run));
    } else return;
    event.preventDefault();
  };

  return (
    <div className="run-table" role="grid" aria-label="Runs" aria-rowcount={runs.length + 1}>
      <RunTableHead />
      <div
        ref={scroller}
        className="run-rows"
        role="rowgroup"
        aria-label="Rows"
        tabIndex={0}
        onKeyDown={press}
        onFocus={(event) => event.target === event.currentTarget && cursor < 0 && setCursor(0)}
      >
        <div role="presentation" style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const run = runs[index];
            return (
              run && (
                <RunRow
                  key={keyOf(run)}
                  run={run}
                  now={now}
                  index={index}
                  start={start}
                  isCursor={index === cursor}
                />
              )
            );
          })}
        </div>
      </div>
      {isLoadingMore && (
        <p className="loading-more secondary small" role="status">
          Loading older runs…
        </p>
      )}
    </div>
  );
}
