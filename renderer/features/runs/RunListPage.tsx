import './run-list.css';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { runStatuses, type RunStatus } from '#contract/status.ts';
import { useEngine } from '../../client/engine-context.ts';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { useLocation, useNavigation } from '../../components/navigation-context.ts';
import { paths } from '../../lib/paths.ts';
import { createRunListStore, type RunFilter } from './run-list-store.ts';
import { RunFilterBar } from './RunFilterBar.tsx';
import { RunTable } from './RunTable.tsx';
import { texts } from './texts.ts';

/** Runs of all DAGs, newest first. */
export function RunListPage() {
  const navigation = useNavigation();
  const search = new URLSearchParams(useLocation().search);
  const filter: RunFilter = {
    name: search.get('name') ?? '',
    status: runStatuses.find((status) => status === search.get('status')),
  };
  const show = (next: { name: string; status: RunStatus | undefined }) =>
    navigation.go(
      paths.runs({
        name: next.name,
        ...(next.status === undefined ? {} : { status: next.status }),
      }),
      { replace: true },
    );
  return <FilteredRuns key={JSON.stringify(filter)} filter={filter} onFilter={show} />;
}

interface FilteredRunsProps {
  readonly filter: RunFilter;
  readonly onFilter: (filter: RunFilter) => void;
}

function FilteredRuns({ filter, onFilter }: FilteredRunsProps) {
  const engine = useEngine();
  const [store] = useState(() => createRunListStore(engine, filter));
  useEffect(() => store.getState().start(), [store]);
  const {
    phase,
    message,
    items: runs,
    names,
    cursor,
    isLoadingMore,
    more,
    refresh,
  } = useStore(store);
  const isFiltered = filter.name !== '' || filter.status !== undefined;
  const isUnknown = phase === 'failed' && runs.length === 0;
  return (
    <>
      <header className="page-head">
        <h1 className="title">{texts.list.title}</h1>
        <span className="secondary">
          {phase === 'loading' && texts.list.loading}
          {!isUnknown && phase !== 'loading' && `${runs.length}${cursor === undefined ? '' : '+'}`}
        </span>
      </header>
      <RunFilterBar filter={filter} names={names} onFilter={onFilter} />
      {phase === 'failed' && <ErrorNote message={message} onRetry={() => void refresh()} />}
      <RunTable runs={runs} isLoadingMore={isLoadingMore} onEnd={() => void more()} />
      {isUnknown && <p className="no-match secondary">{texts.list.unknown}</p>}
      {phase === 'ready' && runs.length === 0 && (
        <p className="no-match secondary">{isFiltered ? texts.list.noMatch : texts.list.none}</p>
      )}
    </>
  );
}
