import type { DagListItem } from '#contract/dag.ts';
import { bareName } from '../../lib/bare-name.ts';
import { matchesFilter, parseFilter } from '../../lib/dag-filter.ts';
import type { GitState } from '../../lib/git-state.ts';
import type { StatusKey } from '../../lib/status-vocabulary.ts';

export type DagRow =
  | {
      readonly kind: 'group';
      readonly group: string;
      readonly count: number;
      readonly off: number;
      readonly broken: number;
      readonly isFolded: boolean;
    }
  | { readonly kind: 'dag'; readonly item: DagListItem };

/** Where DAGs without a group stand; last, since they were not sorted by anyone. */
export const NO_GROUP = '';

/** A definition that cannot be loaded is broken, whatever its last run did. */
export function statusOf(item: DagListItem): StatusKey {
  return item.errors.length > 0 ? 'broken' : item.latestDAGRun.statusLabel;
}

/** What Git Sync says of DAGs that differ from the remote, by their files; undefined while it is off. */
export type GitStates = ReadonlyMap<string, GitState> | undefined;

/** The DAGs that a filter leaves, as it is typed: words, and `tag:`, `status:` or `git:`. */
export function filterDags(
  dags: readonly DagListItem[],
  query: string,
  git: GitStates,
): readonly DagListItem[] {
  const filter = parseFilter(query);
  return dags.filter((item) =>
    matchesFilter(
      {
        name: `${item.dag.name} ${item.fileName}`,
        group: item.dag.group,
        tags: item.dag.tags,
        status: statusOf(item),
        git: git && (git.get(bareName(item.fileName)) ?? 'synced'),
      },
      filter,
    ),
  );
}

/** The rows of the table: one for each DAG, and one above each group. */
export function dagRows(
  dags: readonly DagListItem[],
  options: { readonly isGrouped: boolean; readonly folded: ReadonlySet<string> },
): readonly DagRow[] {
  const groups = Map.groupBy(dags, (item) => item.dag.group);
  const isPlain = !options.isGrouped || (groups.size <= 1 && groups.has(NO_GROUP));
  if (isPlain) return dags.map((item) => ({ kind: 'dag', item }));
  return [...groups.keys()].sort(byGroup).flatMap((group): DagRow[] => {
    const items = groups.get(group) ?? [];
    const isFolded = options.folded.has(group);
    const head: DagRow = {
      kind: 'group',
      group,
      count: items.length,
      off: items.filter((item) => item.suspended).length,
      broken: items.filter((item) => item.errors.length > 0).length,
      isFolded,
    };
    return isFolded ? [head] : [head, ...items.map((item): DagRow => ({ kind: 'dag', item }))];
  });
}

function byGroup(a: string, b: string): number {
  if (a === NO_GROUP || b === NO_GROUP) return a === b ? 0 : a === NO_GROUP ? 1 : -1;
  return a.localeCompare(b);
}
