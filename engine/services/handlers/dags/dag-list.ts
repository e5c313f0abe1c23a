import type { DagListItem } from '../../../contract/dag.ts';
import type { OperationInput, OperationOutput } from '../../../contract/operations.ts';
import { runStatusCodes } from '../../../contract/status.ts';
import { parseTagFilter } from '../../../dag/tags.ts';
import { isoTime } from '../../../lib/clock.ts';
import { isSuspended } from '../../../storage/dag-index.ts';
import { putOffStarts } from '../../../storage/slots.ts';
import { newestOfEach, newestRows, type RunRow } from '../../../storage/run-search.ts';
import { latestShown } from './latest-shown.ts';
import { AnswerSize } from '../../answer-size.ts';
import { pageOf } from '../../page-of.ts';
import type { EngineServices } from '../../engine-services.ts';
import type { CatalogEntry } from '../../catalog/catalog-entry.ts';

type Input = OperationInput<'dags.list'>;

/** One page of DAGs (specification `GET /dags`). */
export function listDags(services: EngineServices, input: Input): OperationOutput<'dags.list'> {
  const matching = sorted(services, input, matchingEntries(services, input));
  const { items, pagination } = pageOf(matching, input.page, input.perPage);
  const names = items.filter(({ nameTakenBy }) => nameTakenBy === null).map(({ name }) => name);
  const latest = latestOf(services, names);
  const size = new AnswerSize();
  return {
    dags: items.map((entry) =>
      size.add(
        toItem(services, entry, {
          latest: entry.nameTakenBy === null ? latest.get(entry.name) : undefined,
          recentRuns: input.recentRuns,
        }),
      ),
    ),
    errors: services.catalog.problems(),
    pagination,
  };
}

function latestOf({ db }: EngineServices, names: readonly string[]): ReadonlyMap<string, RunRow> {
  const size = new AnswerSize();
  const latest = new Map<string, RunRow>();
  for (const row of newestOfEach(db, names)) latest.set(row.dagName, size.add(row));
  return latest;
}

function matchingEntries({ catalog }: EngineServices, { name, tags }: Input): CatalogEntry[] {
  const part = name?.toLowerCase();
  const hasTags = tags === undefined || tags === '' ? null : parseTagFilter(tags);
  return [...catalog.listed()].filter(
    (entry) =>
      (part === undefined ||
        entry.name.toLowerCase().includes(part) ||
        entry.fileName.toLowerCase().includes(part)) &&
      (hasTags === null || hasTags(entry.tags)),
  );
}

function sorted(
  services: EngineServices,
  { sort, order }: Input,
  entries: CatalogEntry[],
): CatalogEntry[] {
  const sign = order === 'desc' ? -1 : 1;
  const byName = (a: CatalogEntry, b: CatalogEntry): number =>
    a.fileName < b.fileName ? -1 : a.fileName > b.fileName ? 1 : 0;
  if (sort === 'name') return entries.sort((a, b) => sign * byName(a, b));
  // What is not scheduled comes last, in either direction.
  const next = new Map(entries.map((entry) => [entry, nextRunOf(services, entry)]));
  return entries.sort((a, b) => {
    const [x, y] = [next.get(a) ?? null, next.get(b) ?? null];
    if (x === null || y === null) return x === y ? byName(a, b) : x === null ? 1 : -1;
    return sign * (x - y) || byName(a, b);
  });
}

function nextRunOf({ db, catalog }: EngineServices, entry: CatalogEntry): number | null {
  if (entry.nameTakenBy !== null) return null;
  if (entry.schedule.start.length === 0 || isSuspended(db, entry.fileName)) return null;
  const next = catalog.nextRun(entry);
  const [putOff = null] = putOffStarts(db, entry.fileName);
  return putOff === null ? next : Math.min(putOff, next ?? Infinity);
}

function toItem(
  services: EngineServices,
  entry: CatalogEntry,
  { latest, recentRuns }: { readonly latest: RunRow | undefined; readonly recentRuns: number },
): DagListItem {
  return {
    fileName: entry.fileName,
    dag: entry.head,
    latestDAGRun: latestShown(services, entry.name, latest),
    suspended: isSuspended(services.db, entry.fileName),
    errors: [...entry.errors],
    nextRun: isoTime(nextRunOf(services, entry)),
    ...(recentRuns === 0 ? {} : { recentRuns: recentOf(services, latest, recentRuns) }),
  };
}

function recentOf(
  { db }: EngineServices,
  latest: RunRow | undefined,
  most: number,
): NonNullable<DagListItem['recentRuns']> {
  return latest === undefined ? [] : newestRows(db, latest.dagName, most).map(toRecent);
}

function toRecent(row: RunRow): NonNullable<DagListItem['recentRuns']>[number] {
  return {
    dagRunId: row.runId,
    status: runStatusCodes[row.status],
    statusLabel: row.status,
    startedAt: isoTime(row.startedAt),
    finishedAt: isoTime(row.finishedAt),
  };
}
