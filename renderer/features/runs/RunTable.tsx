import type { RunSummary } from '#contract/run.ts';
import { RunListWithMenu } from './RunListWithMenu.tsx';
import { texts } from './texts.ts';

interface RunTableProps {
  readonly runs: readonly RunSummary[];
  readonly isLoadingMore: boolean;
  /** The last row has come into sight. */
  readonly onEnd: () => void;
}

/** Runs of all DAGs, the newest first; asks for more at its end. */
export function RunTable({ runs, isLoadingMore, onEnd }: RunTableProps) {
  return (
    <>
      <RunListWithMenu
        label={texts.list.title}
        rowsLabel={texts.list.rows}
        runs={runs}
        onEnd={onEnd}
      />
      {isLoadingMore && (
        <p className="loading-more secondary small" role="status">
          {texts.list.loadingMore}
        </p>
      )}
    </>
  );
}
