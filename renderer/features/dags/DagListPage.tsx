import './dag-list.css';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { DagListItem } from '#contract/dag.ts';
import { useEngine } from '../../client/engine-context.ts';
import { useGitStates } from '../../client/use-git-files.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { useLocation, useNavigation } from '../../components/navigation-context.ts';
import { useToasts } from '../../components/toast-context.ts';
import { useShortcuts } from '../../components/use-shortcuts.ts';
import { isImport, isNewDag, paths } from '../../lib/paths.ts';
import { remember, remembered } from '../../lib/remembered.ts';
import { hiddenBy } from '../../lib/toasts.ts';
import { createDagListStore } from './dag-list-store.ts';
import { hiddenKey } from './delete-later.ts';
import { dagRows, filterDags } from './dag-rows.ts';
import { DagFilterBar } from './DagFilterBar.tsx';
import { DagTable } from './DagTable.tsx';
import { FirstStart } from './FirstStart.tsx';
import { FolderNotes } from './FolderNotes.tsx';
import { ImportDialog } from './import/ImportDialog.tsx';
import { NewDagDialog } from './NewDagDialog.tsx';
import { parseSort, sortDags } from './sort-dags.ts';
import { texts } from './texts.ts';

const none: ReadonlySet<string> = new Set();

/** Every DAG in one table. */
export function DagListPage() {
  const engine = useEngine();
  const toasts = useToasts();
  const [store] = useState(() => createDagListStore(engine, toasts));
  useEffect(() => store.getState().start(), [store]);
  const { load, dags: all, notes, problem, dismiss, refresh } = useStore(store);
  const dags = useKept(all);

  const navigation = useNavigation();
  const { search } = useLocation();
  const fields = new URLSearchParams(search);
  const query = fields.get('q') ?? '';
  const order = fields.get('sort') ?? undefined;
  const show = (q: string, sort: string | undefined) =>
    navigation.go(paths.dags(q, sort), { replace: true });
  const setQuery = (next: string) => show(next, order);
  const [isGrouped, setGrouped] = useState(() => remembered('dags.grouped') !== 'no');
  const [folded, setFolded] = useState(none);
  const [selected, setSelected] = useState(none);
  const [isCreating, setCreating] = useState(false);
  const filterBox = useRef<HTMLInputElement>(null);

  const shown = useShown(dags, query, order);
  const rows = useMemo(() => dagRows(shown, { isGrouped, folded }), [shown, isGrouped, folded]);
  const chosen = shown.filter((item) => selected.has(item.fileName));
  const mayCreate = useRefusal()('dags.create') === undefined;
  const create = () => mayCreate && setCreating(true);
  const startImport = () => navigation.go(paths.importDags(), { replace: true });
  useShortcuts({
    '/': { label: texts.filter.focus, run: () => filterBox.current?.focus() },
    ...(mayCreate ? { n: { label: texts.create.title, run: create } } : {}),
  });

  const group = (next: boolean) => {
    setGrouped(next);
    remember('dags.grouped', next ? 'yes' : 'no');
  };
  // Also while the only one waits to be deleted, which can be undone below.
  const isEmpty = load.phase === 'ready' && dags.length === 0;
  return (
    <>
      {isEmpty ? (
        <FirstStart onCreate={create} onImport={startImport} />
      ) : (
        <>
          <header className="page-head">
            <h1 className="title">{texts.list.title}</h1>
            <span className="secondary">{countWords(shown.length, dags.length, load.phase)}</span>
            <span className="grow" />
            <Button aria-pressed={isGrouped} onPress={() => group(!isGrouped)}>
              {isGrouped ? texts.list.byGroup : texts.list.byName}
            </Button>
            {mayCreate && <Button onPress={startImport}>{texts.list.importDags}</Button>}
            {mayCreate && (
              <Button look="primary" icon="plus" onPress={create}>
                {texts.list.newDag}
              </Button>
            )}
          </header>
          <DagFilterBar
            store={store}
            query={query}
            dags={dags}
            chosen={chosen}
            inputRef={filterBox}
            onQuery={setQuery}
          />
          {problem && <ErrorNote message={problem} onDismiss={dismiss} />}
          {load.phase === 'failed' && (
            <ErrorNote message={load.message} onRetry={() => void refresh()} />
          )}
          <FolderNotes notes={notes} />
          <DagTable
            store={store}
            rows={rows}
            selected={selected}
            onSelected={setSelected}
            sort={parseSort(order ?? null)}
            onSort={(next) => show(query, next)}
            onFold={(name) => setFolded(toggled(folded, name))}
          />
          {shown.length === 0 && (
            <NoRows phase={load.phase} count={dags.length} onShowAll={() => setQuery('')} />
          )}
        </>
      )}
      {(isCreating || (mayCreate && isNewDag(search))) && (
        <NewDagDialog
          dags={dags}
          onClose={() => {
            setCreating(false);
            if (isNewDag(search)) setQuery(query);
          }}
        />
      )}
      {mayCreate && isImport(search) && <ImportDialog onClose={() => setQuery(query)} />}
    </>
  );
}

interface NoRowsProps {
  readonly phase: string;
  /** How many DAGs there are. */
  readonly count: number;
  readonly onShowAll: () => void;
}

/** Why the table is empty. */
function NoRows({ phase, count, onShowAll }: NoRowsProps) {
  if (phase === 'failed' && count === 0)
    return <p className="no-match secondary">{texts.list.unknown}</p>;
  if (phase !== 'ready') return null;
  return (
    <p className="no-match secondary">
      {texts.list.none}{' '}
      <button type="button" className="link plain" onClick={onShowAll}>
        {texts.list.showAll(count)}
      </button>
    </p>
  );
}

/** What the filter lets through, in the order that was chosen. */
function useShown(
  dags: readonly DagListItem[],
  query: string,
  order: string | undefined,
): readonly DagListItem[] {
  const git = useGitStates();
  return useMemo(
    () => sortDags(filterDags(dags, query, git), parseSort(order ?? null)),
    [dags, query, git, order],
  );
}

/** Without those that are about to be deleted. */
function useKept(all: readonly DagListItem[]): readonly DagListItem[] {
  const engine = useEngine();
  const pending = useStore(useToasts(), (state) => state.toasts);
  return useMemo(() => {
    const hidden = hiddenBy(pending);
    if (hidden.size === 0) return all;
    return all.filter((item) => !hidden.has(hiddenKey(engine, item.fileName)));
  }, [all, pending, engine]);
}

function countWords(shown: number, all: number, phase: string): string {
  if (phase === 'loading' && all === 0) return texts.list.loading;
  if (phase === 'failed' && all === 0) return '';
  return shown === all ? String(all) : texts.list.count(shown, all);
}

function toggled(set: ReadonlySet<string>, value: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}
