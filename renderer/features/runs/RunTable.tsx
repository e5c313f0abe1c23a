import type { RunSummary } from '#contract/run.ts';
import { RunList } from '../../components/RunList.tsx';
import { texts } from './texts.ts';
import { useRunMenu } from './use-run-menu.tsx';

interface RunTableProps {
  readonly runs: readonly RunSummary[];
  readonly isLoadingMore: boolean;
  /** The last row has come into sight. */
  readonly onEnd: () => void;
}

/** Runs of all DAGs, the newest first; asks for more at its end. */
export function RunTable({ runs, isLoadingMore, onEnd }: RunTableProps) {
  const { openMenu, runMenu } = useRunMenu();
  return (
    <>
      <RunList
        label={texts.list.title}
        rowsLabel={texts.list.rows}
        runs={runs}
        onMenu={openMenu}
        onEnd={onEnd}
      />
      {isLoadingMore && (
        <p className="loading-more secondary small" role="status">
          {texts.list.loadingMore}
        </p>
      )}
      {runMenu}
    </>
  );
}
