import type { RunSummary } from '#contract/run.ts';
import { paths } from '../lib/paths.ts';
import { runKey } from '../lib/run-key.ts';
import { useNavigation } from './navigation-context.ts';
import { NowProvider } from './now-context.ts';
import { RunRow } from './RunRow.tsx';
import { RunTableHead } from './RunTableHead.tsx';
import { useEndlessRows } from './use-endless-rows.ts';
import { useNow } from './use-now.ts';
import { useRowKeys } from './use-row-keys.ts';

interface RunListProps {
  readonly label: string;
  /** Names the rows below the head. */
  readonly rowsLabel: string;
  readonly runs: readonly RunSummary[];
  /** Whether the runs are of one DAG, of which the page already says the name. */
  readonly isOfOneDag?: boolean;
  /** The last row has come into sight. */
  readonly onEnd?: () => void;
}

/** Runs one by one, wherever they are listed. */
export function RunList({ label, rowsLabel, runs, isOfOneDag = false, onEnd }: RunListProps) {
  const navigation = useNavigation();
  const now = useNow(1000);
  const { scroller, items, height, scrollTo } = useEndlessRows(runs.length, onEnd);
  const { cursor, rowId, listProps } = useRowKeys({
    count: runs.length,
    scroller,
    scrollTo,
    onOpen: (index) => {
      const run = runs[index];
      if (run) navigation.go(paths.run(run));
    },
  });

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
        <NowProvider value={now}>
          <div role="presentation" style={{ height }}>
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
        </NowProvider>
      </div>
    </div>
  );
}
