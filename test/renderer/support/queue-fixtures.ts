import type { Queue, QueueItem } from '#contract/queue.ts';
import { aRun } from './run-fixtures.ts';

const MINUTE = 60_000;

interface ItemSeed {
  readonly position?: number;
  /** Minutes since it was queued. */
  readonly ago: number;
  readonly reason?: string;
  readonly params?: string;
  readonly triggerType?: QueueItem['triggerType'];
  /** When it starts, where somebody has named a time. */
  readonly plannedAt?: string;
}

export function aQueueItem(name: string, now: number, seed: ItemSeed): QueueItem {
  const {
    position = 0,
    ago,
    reason = '',
    params = '{}',
    triggerType = 'manual',
    plannedAt = '',
  } = seed;
  const since = new Date(now - ago * MINUTE).toISOString();
  const run = aRun(name, position === 0 ? 'running' : 'queued', {
    dagRunId: `queued-${name}-${position}-${ago}`,
    queuedAt: since,
    startedAt: position === 0 ? since : '',
    plannedAt,
    params,
    triggerType,
  });
  return { ...run, position, reason, waitsForTime: plannedAt !== '' };
}

/** A busy queue of the configuration, a long one, an idle one, and one of a DAG. */
export function someQueues(now: number): Queue[] {
  const full = 'heavy has no room: 2 of 2 running';
  const names = ['crm-sync', 'refunds-backfill', 'pricing-model', 'fraud-backtest', 'crm-sync'];
  const waiting = names.map((name, index) =>
    aQueueItem(name, now, {
      position: index + 1,
      ago: 34 - index * 5,
      reason: full,
      params: index === 1 ? '{"SINCE":"2026-01-01"}' : '{}',
      triggerType: index === 2 ? 'webhook' : index === 3 ? 'catchup' : 'manual',
    }),
  );
  const many = Array.from({ length: 142 }, (_, index) =>
    aQueueItem(`region-${String(index + 1).padStart(3, '0')}`, now, {
      position: index + 1,
      ago: 12,
      reason: 'exports has no room: 8 of 8 running',
      triggerType: 'webhook',
    }),
  );
  const running = Array.from({ length: 8 }, (_, index) =>
    aQueueItem(`shard-${index}`, now, { ago: 3 + index }),
  );
  return [
    queueOf('heavy', 'global', 2, {
      running: [
        aQueueItem('embeddings-refresh', now, { ago: 32 }),
        aQueueItem('warehouse-mirror', now, { ago: 8 }),
      ],
      queued: waiting,
    }),
    queueOf('exports', 'global', 8, { running, queued: many }),
    queueOf('light', 'global', 4, { running: [], queued: [] }),
    queueOf('orders-etl', 'dag-based', 1, {
      running: [aQueueItem('orders-etl', now, { ago: 12 })],
      queued: [
        aQueueItem('orders-etl', now, {
          position: 1,
          ago: 2,
          reason: 'The run before it is running',
          triggerType: 'catchup',
        }),
      ],
    }),
  ];
}

/** The lists hold everything; the fake engine sends a page of them. */
function queueOf(
  name: string,
  type: Queue['type'],
  maxConcurrency: number,
  { running, queued }: { running: QueueItem[]; queued: QueueItem[] },
): Queue {
  return {
    name,
    type,
    maxConcurrency,
    runningCount: running.length,
    queuedCount: queued.length,
    running,
    queued,
  };
}
