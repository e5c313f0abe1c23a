import type { DagListItem } from '#contract/dag.ts';
import { elapsedBetween } from '../../lib/duration.ts';
import { statusOf } from './dag-rows.ts';

/** A column by which the table can be put in order. */
export const sortColumns = ['name', 'status', 'next', 'last', 'duration'] as const;
export type SortColumn = (typeof sortColumns)[number];

export interface DagSort {
  readonly column: SortColumn;
  readonly isDown: boolean;
}

/** What the address says: `name`, or `-name` from the end. */
export function parseSort(text: string | null): DagSort | undefined {
  const isDown = text?.startsWith('-') ?? false;
  const column = sortColumns.find((one) => one === (isDown ? text?.slice(1) : text));
  return column && { column, isDown };
}

/** The order that a click on a head asks for: up, down, and the usual one again. */
export function nextSort(sort: DagSort | undefined, column: SortColumn): string | undefined {
  if (sort?.column !== column) return column;
  return sort.isDown ? undefined : `-${column}`;
}

/** DAGs that have no such value stand last either way; equal ones keep their order. */
export function sortDags(
  dags: readonly DagListItem[],
  sort: DagSort | undefined,
): readonly DagListItem[] {
  if (sort === undefined) return dags;
  const keyed = dags.map((item) => ({ item, key: keyOf(item, sort.column) }));
  const way = sort.isDown ? -1 : 1;
  return keyed
    .sort((a, b) => {
      if (a.key === undefined || b.key === undefined)
        return Number(a.key === undefined) - Number(b.key === undefined);
      if (a.key === b.key) return 0;
      return a.key < b.key ? -way : way;
    })
    .map(({ item }) => item);
}

function keyOf(item: DagListItem, column: SortColumn): string | number | undefined {
  const run = item.latestDAGRun;
  switch (column) {
    case 'name':
      return item.dag.name.toLowerCase();
    case 'status':
      return statusOf(item);
    case 'next':
      return item.nextRun || undefined;
    case 'last':
      return run.startedAt || run.queuedAt || undefined;
    case 'duration':
      return elapsedBetween(run.startedAt, run.finishedAt, Date.now());
  }
}
