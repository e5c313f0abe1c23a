import { useState, type DragEvent } from 'react';
import type { QueueItem } from '#contract/queue.ts';
import { isSameRun } from '../../lib/run-key.ts';
import { droppedAt } from './queue-order.ts';

export interface Dragging {
  readonly item: QueueItem;
  readonly queueName: string;
  /** The run of this queue that is being dragged. */
  readonly dragged: QueueItem | undefined;
  readonly onDrag: (item: QueueItem | undefined) => void;
  /** Why the person may not change the queue. */
  readonly refusal: string | undefined;
  readonly onMove: (queueName: string, item: QueueItem, position: number) => unknown;
}

/** Dragging within one queue; `drop` says on which side of this run the dragged one would land. */
export function useDragging({ item, queueName, dragged, refusal, onDrag, onMove }: Dragging) {
  const [drop, setDrop] = useState<'above' | 'below'>();
  const sideOf = (event: DragEvent<HTMLElement>) => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    return event.clientY < top + height / 2 ? 'above' : 'below';
  };
  const isTarget = dragged !== undefined && !isSameRun(dragged, item) && !item.waitsForTime;
  return {
    drop,
    draggable: refusal === undefined,
    onDragStart: (event: DragEvent<HTMLElement>) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', `${item.name} ${item.dagRunId}`);
      onDrag(item);
    },
    onDragEnd: () => onDrag(undefined),
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (!isTarget) return;
      event.preventDefault();
      setDrop(sideOf(event));
    },
    onDragLeave: () => setDrop(undefined),
    onDrop: (event: DragEvent<HTMLElement>) => {
      setDrop(undefined);
      if (!isTarget) return;
      event.preventDefault();
      void onMove(queueName, dragged, droppedAt(dragged.position, item.position, sideOf(event)));
    },
  };
}
