import type { Queue, QueueItem } from '../../contract/queue.ts';
import type { Output } from '../terminal.ts';
import { statusText, statusWords } from './status-style.ts';
import { table, type Column } from './table.ts';
import { localTimeText } from './times.ts';

interface Row {
  readonly queue: Queue;
  /** Null for a queue with nothing in it. */
  readonly item: QueueItem | null;
}

/** A line for each run of each queue: those that go on, then those that wait, in their order. */
export function queueTable(queues: readonly Queue[], out: Output): string {
  if (queues.length === 0) return 'No queues.\n';
  const rows = queues.flatMap((queue): readonly Row[] => {
    const items = [...queue.running, ...queue.queued];
    return items.length === 0 ? [{ queue, item: null }] : items.map((item) => ({ queue, item }));
  });
  return table(columns(out), rows, out) + moreText(queues);
}

function columns({ colors }: Output): readonly Column<Row>[] {
  return [
    { title: 'QUEUE', value: ({ queue }) => queue.name },
    { title: 'LOAD', value: ({ queue }) => `${queue.runningCount} of ${queue.maxConcurrency}` },
    {
      title: 'POSITION',
      value: ({ item }) => (item && item.position > 0 ? `${item.position}` : ''),
    },
    { title: 'DAG', value: ({ item }) => item?.name ?? '' },
    { title: 'RUN', value: ({ item }) => item?.dagRunId ?? '' },
    {
      title: 'STATUS',
      value: ({ item }) => (item === null ? 'idle' : statusWords(item.statusLabel)),
      style: (text, { item }) =>
        item === null ? text : statusText(item.statusLabel, colors, text),
    },
    { title: 'SINCE', value: ({ item }) => (item === null ? '' : localTimeText(sinceOf(item))) },
    { title: 'REASON', value: ({ item }) => item?.reason ?? '' },
  ];
}

function sinceOf({ position, queuedAt, startedAt }: QueueItem): string {
  return position > 0 ? queuedAt : startedAt;
}

function moreText(queues: readonly Queue[]): string {
  const hidden = queues.reduce(
    (sum, { queuedCount, queued, runningCount, running }) =>
      sum + queuedCount - queued.length + runningCount - running.length,
    0,
  );
  return hidden === 0 ? '' : `And ${hidden} more.\n`;
}
