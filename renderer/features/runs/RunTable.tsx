import { useState, type KeyboardEvent } from 'react';
import type { RunSummary } from '#contract/run.ts';
import { useNavigation } from '../../components/navigation-context.ts';
import { RunRow } from '../../components/RunRow.tsx';
import { RunTableHead } from '../../components/RunTableHead.tsx';
import { useEndlessRows } from '../../components/use-endless-rows.ts';
import { useNow } from '../../components/use-now.ts';
import { paths } from '../../lib/paths.ts';
import { movedCursor } from '../../lib/row-cursor.ts';
import { runKey } from '../../lib/run-key.ts';
import { texts } from './texts.ts';

interface RunTableProps {
  readonly runs: readonly RunSummary[];
  readonly isLoadingMore: boolean;
  /** The last row has come into sight. */
  readonly onEnd: () => void;
}

export function RunTable({ runs, isLoadingMore, onEnd }: RunTableProps) {
  const navigation = useNavigation();
  const now = useNow(1000);
  const [cursor, setCursor] = useState(-1);
  const { scroller, items, height, scrollTo } = useEndlessRows(runs.length, onEnd);

  const press = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const next = movedCursor(event.key, cursor, runs.length);
    const run = runs[cursor];
    if (next !== undefined) {
      setCursor(next);
      scrollTo(next);
    } else if (event.key === 'Enter' && run !== undefined) {
      navigation.go(paths.run(run));
    } else return;
    event.preventDefault();
  };

  return (
    <div
      className="list-table"
      role="grid"
      aria-label={texts.list.title}
      aria-rowcount={runs.length + 1}
    >
      <RunTableHead />
      <div
        ref={scroller}
        className="list-rows"
        role="rowgroup"
        aria-label={texts.list.rows}
        tabIndex={0}
        onKeyDown={press}
        onFocus={(event) => event.target === event.currentTarget && cursor < 0 && setCursor(0)}
      >
        <div role="presentation" style={{ height }}>
          {items.map(({ index, start }) => {
            const run = runs[index];
            return (
              run && (
                <RunRow
                  key={runKey(run)}
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
          {texts.list.loadingMore}
        </p>
      )}
    </div>
  );
}
