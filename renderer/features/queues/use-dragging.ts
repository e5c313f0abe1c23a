import { useState, type DragEvent } from 'react';
import { isSameRun } from '../../lib/run-key.ts';
import { droppedAt } from './queue-order.ts';
import type { WaitingItemProps } from './WaitingItem.tsx';

/** Dragging within one queue; `drop` says on which side of this run the dragged one would land. */
export function useDragging({
  item,
  queueName,
  dragged,
  refusal,
  onDrag,
  onMove,
}: WaitingItemProps) {
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
