import { useEffect, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { useEngine } from '../../client/engine-context.ts';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { Link } from '../../components/Link.tsx';
import type { RunListProps } from '../../components/RunList.tsx';
import { useNow } from '../../components/use-now.ts';
import { paths } from '../../lib/paths.ts';
import { createHistoryStore } from './history-store.ts';
import { HistoryGrid } from './HistoryGrid.tsx';
import { texts } from './texts.ts';

interface DagHistoryProps {
  readonly fileName: string;
  readonly dagName: string;
  readonly drawRuns: DrawRuns;
}

/** Lists runs with what can be done to them: the feature of the runs knows that, and the app joins the two. */
export type DrawRuns = (
  list: Pick<RunListProps, 'label' | 'rowsLabel' | 'runs' | 'isOfOneDag'>,
) => ReactNode;

/** The latest runs: step by step in a grid, and one by one in a list. */
export function DagHistory({ fileName, dagName, drawRuns }: DagHistoryProps) {
  const engine = useEngine();
  const [store] = useState(() => createHistoryStore(engine, { fileName, name: dagName }));
  useEffect(() => store.getState().start(), [store]);
  const { phase, message, runs, grid, hasMore, refresh } = useStore(store);
  const now = useNow(1000);
  if (phase === 'failed') return <ErrorNote message={message} onRetry={() => void refresh()} />;
  if (phase === 'ready' && runs.length === 0) {
    return <p className="history-none secondary">{texts.history.none}</p>;
  }
  return (
    <div className="history">
      <HistoryGrid runs={runs} grid={grid} now={now} />
      {drawRuns({
        label: texts.history.runs,
        rowsLabel: texts.history.rows,
        runs,
        isOfOneDag: true,
      })}
      {hasMore && (
        <p className="history-more secondary">
          {texts.history.newest(runs.length)}{' '}
          <Link href={paths.runs({ name: dagName })}>{texts.history.showAll}</Link>
        </p>
      )}
    </div>
  );
}
