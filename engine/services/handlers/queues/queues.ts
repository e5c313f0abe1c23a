import { EngineError } from '../../../contract/errors.ts';
import type {
  OperationHandlers,
  OperationInput,
  OperationOutput,
} from '../../../contract/operations.ts';
import type { Queue, QueueItem } from '../../../contract/queue.ts';
import {
  queuedCounts,
  queuedRows,
  runningCount,
  runningCounts,
  runningRows,
} from '../../../storage/queue-load.ts';
import { isPlanned } from '../../../storage/planned-runs.ts';
import type { Database } from '../../../storage/database.ts';
import { localTime } from '../../../lib/local-time.ts';
import type { RunRow } from '../../../storage/run-search.ts';
import type { RunRecord } from '../../../storage/runs.ts';
import { AnswerSize } from '../../answer-size.ts';
import { requireRun } from '../../find.ts';
import { paginationOf } from '../../page-of.ts';
import type { EngineServices } from '../../engine-services.ts';
import { acceptRun } from '../../plan-run.ts';
import { toSummary } from '../../present-run.ts';
import { requestBy, requestInline } from '../../requested-run.ts';

type Name =
  'queues.list' | 'queues.items' | 'queues.move' | 'dags.enqueue' | 'runs.enqueue' | 'runs.dequeue';

/** Queues, and the ways into and out of them. */
export function queueHandlers(services: EngineServices): Pick<OperationHandlers, Name> {
  return {
    'queues.list': () => listQueues(services),
    'queues.items': (input) => itemsOf(services, input),
    'queues.move': async (input) => {
      await move(services, input);
    },
    'dags.enqueue': async (input, caller) => {
      requireQueues(services);
      const request = requestBy(services, { input, caller }, 'max_run_reached');
      return acceptRun(services, request, 'enqueue');
    },
    'runs.enqueue': async (input) => {
      requireQueues(services);
      return acceptRun(services, await requestInline(services, input), 'enqueue');
    },
    'runs.dequeue': async ({ name, dagRunId }) => {
      const run = requireRun(services, name, dagRunId);
      if (run.status === 'queued' && (await services.queues.leave(run, 'removed from its queue'))) {
        return;
      }
      throw new EngineError('not_found', `Run ${run.runId} of ${name} is not queued`);
    },
  };
}

function requireQueues({ queues }: EngineServices): void {
  if (queues.limits.areEnabled) return;
  throw new EngineError('bad_request', 'Queues are disabled: `queues.enabled` is false');
}

const MAX_SHOWN = 100;

function listQueues({ db, queues, config }: EngineServices): OperationOutput<'queues.list'> {
  const { limits } = queues;
  const running = runningCounts(db);
  const queued = queuedCounts(db);
  const own = [...new Set([...running.keys(), ...queued.keys()])].filter(
    (name) => !limits.isGlobal(name),
  );
  const page = { limit: MAX_SHOWN, offset: 0 };
  const size = new AnswerSize();
  const list = [...limits.globalNames, ...own.sort()].map((name): Queue => {
    const going = itemsIn(size, runningRows(db, name, page), runningItem);
    const runningNow = running.get(name) ?? 0;
    const load = {
      db,
      timezone: config.timezone,
      running: runningNow,
      most: limits.of(name),
      isServed: queues.areServed,
      first: going[0],
    };
    const waiting = queuedRows(db, name, page);
    return {
      name,
      type: limits.isGlobal(name) ? 'global' : 'dag-based',
      maxConcurrency: load.most,
      runningCount: runningNow,
      queuedCount: queued.get(name) ?? 0,
      running: going,
      queued: itemsIn(size, waiting, (row, at) => queuedItem(row, at + 1, load)),
    };
  });
  return { queues: list, summary: summaryOf(list) };
}

function summaryOf(queues: readonly Queue[]): OperationOutput<'queues.list'>['summary'] {
  const sum = (count: (queue: Queue) => number): number =>
    queues.reduce((total, queue) => total + count(queue), 0);
  const totalRunning = sum(({ runningCount: count }) => count);
  const totalCapacity = sum(({ maxConcurrency }) => maxConcurrency);
  return {
    totalQueues: queues.length,
    totalRunning,
    totalQueued: sum(({ queuedCount }) => queuedCount),
    totalCapacity,
    utilizationPercentage:
      totalCapacity === 0 ? 0 : Math.round((totalRunning / totalCapacity) * 1000) / 10,
  };
}

function itemsOf(
  { db, queues, config }: EngineServices,
  { name, type, page, perPage }: OperationInput<'queues.items'>,
): OperationOutput<'queues.items'> {
  const offset = (page - 1) * perPage;
  const size = new AnswerSize();
  const running = runningCount(db, name);
  if (type === 'running') {
    const rows = runningRows(db, name, { limit: perPage, offset });
    return {
      items: itemsIn(size, rows, runningItem),
      pagination: paginationOf(running, page, perPage),
    };
  }
  const [first] = itemsIn(size, runningRows(db, name, { limit: 1, offset: 0 }), runningItem);
  const { timezone } = config;
  const most = queues.limits.of(name);
  const load = { db, timezone, running, most, isServed: queues.areServed, first };
  const rows = queuedRows(db, name, { limit: perPage, offset });
  return {
    items: itemsIn(size, rows, (row, at) => queuedItem(row, offset + at + 1, load)),
    pagination: paginationOf(queuedCounts(db).get(name) ?? 0, page, perPage),
  };
}

function itemsIn(
  size: AnswerSize,
  rows: Iterable<RunRow>,
  toItem: (row: RunRow, at: number) => QueueItem,
): QueueItem[] {
  const items: QueueItem[] = [];
  for (const row of rows) items.push(size.add(toItem(row, items.length)));
  return items;
}

function runningItem(row: RunRow): QueueItem {
  return { ...toSummary(row), position: 0, reason: '', waitsForTime: false };
}

interface Load {
  readonly db: Database;
  /** IANA zone of times in reasons. */
  readonly timezone: string;
  readonly running: number;
  readonly most: number;
  /** Whether this engine begins queued runs. */
  readonly isServed: boolean;
  /** The run that goes on for the longest time. */
  readonly first: Pick<QueueItem, 'name' | 'dagRunId'> | undefined;
}

function queuedItem(row: RunRow, position: number, load: Load): QueueItem {
  if (isPlanned(load.db, row.id)) {
    const time = localTime(row.plannedAt ?? 0, load.timezone);
    return { ...toSummary(row), position, reason: `starts on ${time}`, waitsForTime: true };
  }
  const reason = reasonOf(position, load);
  return { ...toSummary(row), position, reason, waitsForTime: false };
}

function reasonOf(position: number, { running, most, isServed, first }: Load): string {
  if (position === 2) return 'behind 1 other';
  if (position > 2) return `behind ${position - 1} others`;
  if (running < most) return isServed ? 'about to start' : 'starts with the next engine';
  const one = first === undefined ? '' : `: ${first.name} ${first.dagRunId}`;
  return `${running} of ${most} running${one}${running > 1 ? ' and others' : ''}`;
}

async function move(
  services: EngineServices,
  { name, dagName, dagRunId, position }: OperationInput<'queues.move'>,
): Promise<void> {
  const run = requireRun(services, dagName, dagRunId);
  if (await services.queues.move(run.id, name, position)) return;
  if (run.queue === name && isPlanned(services.db, run.id)) throw waitsForTime(services, run);
  throw new EngineError('not_found', `Run ${run.runId} of ${dagName} is not in queue ${name}`);
}

/** It has no place among those that wait for room. */
function waitsForTime({ config }: EngineServices, run: RunRecord): EngineError {
  const { runId, dagName, queue, plannedAt } = run;
  const time = localTime(plannedAt ?? 0, config.timezone);
  return new EngineError(
    'bad_request',
    `Run ${runId} of ${dagName} starts on ${time}, so it cannot be moved in queue ${queue}. To change the time, remove it from the queue and start the DAG with another \`at\`.`,
  );
}
