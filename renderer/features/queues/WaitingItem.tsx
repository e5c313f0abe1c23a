import { memo } from 'react';
import type { QueueItem } from '#contract/queue.ts';
import type { Command } from '../../components/CommandMenu.tsx';
import type { RowProps } from '../../components/use-table-keys.ts';
import { Icon } from '../../components/Icon.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { leaveQueueLook } from '../../components/leave-queue.ts';
import { Link } from '../../components/Link.tsx';
import { MoreMenu } from '../../components/MoreMenu.tsx';
import { refused } from '../../components/refused.ts';
import { paths } from '../../lib/paths.ts';
import { exactTime, relativeTime } from '../../lib/format-time.ts';
import { formatTrigger } from '../../lib/format-trigger.ts';
import { useSharedNow } from '../../components/now-context.ts';
import { Since } from '../../components/Since.tsx';
import { usePlanned } from '../../components/use-planned.ts';
import { texts } from './texts.ts';
import { useDragging, type Dragging } from './use-dragging.ts';

interface WaitingItemProps extends RowProps, Dragging {
  /** Position of the last one that can be moved. */
  readonly last: number;
  readonly onRemove: (item: QueueItem) => void;
}

/** A run that waits: its place, its reason, and the ways to another place. */
export const WaitingItem = memo(function WaitingItem(props: WaitingItemProps) {
  const { id, className, item, last, queueName, onMove } = props;
  const { position, name, reason, waitsForTime } = item;
  const planned = usePlanned(item);
  const isPlanned = planned !== undefined;
  const refusal = props.refusal ?? (waitsForTime ? texts.item.noPlace : undefined);
  const { drop, ...dragging } = useDragging({ ...props, refusal });
  return (
    <div
      id={id}
      className={`queue-item waiting-item ${className} ${drop ? `drop-${drop}` : ''}`}
      role="row"
      {...dragging}
    >
      <span role="gridcell" className="position" title={refusal ?? texts.item.drag}>
        {isPlanned ? <Icon name="due" /> : position}
      </span>
      <div role="gridcell" className="grow">
        <div className="row">
          <Link
            tabIndex={-1}
            className="medium cut"
            href={paths.run(item)}
            title={name}
            draggable={false}
          >
            {name}
          </Link>
          <span className="secondary small nowrap">{formatTrigger(item)}</span>
        </div>
        {isPlanned ? (
          <div className="small secondary waiting-reason" title={exactTime(item.plannedAt)}>
            {planned} · <Until time={item.plannedAt} />
          </div>
        ) : (
          <div className="small secondary waiting-reason" title={reason}>
            <span className="step-time" title={exactTime(item.queuedAt)}>
              <Since from={item.queuedAt} />
            </span>
            {reason && <Reason text={` · ${reason}`} />}
          </div>
        )}
      </div>
      <span role="gridcell" className="row move-buttons" hidden={refusal !== undefined}>
        <IconButton
          icon="up"
          excludeFromTabOrder
          label={texts.item.up(name)}
          isDisabled={position <= 1}
          onPress={() => onMove(queueName, item, position - 1)}
        />
        <IconButton
          icon="down"
          excludeFromTabOrder
          label={texts.item.down(name)}
          isDisabled={position >= last}
          onPress={() => onMove(queueName, item, position + 1)}
        />
      </span>
      <span role="gridcell">
        <MoreMenu
          label={texts.item.more(name)}
          commands={waitingCommands(props, refusal)}
          isInRow
        />
      </span>
    </div>
  );
});

function Until({ time }: { readonly time: string }) {
  return relativeTime(time, useSharedNow());
}

/** Its numbers, as in `2 of 2`, stay on one line. */
function Reason({ text }: { readonly text: string }) {
  // What was matched is at the odd places.
  const pieces = text.split(/(\d+ of \d+)/);
  return (
    <>
      {pieces.map((piece, index) => (
        <span key={index} className={index % 2 === 1 ? 'nowrap' : ''}>
          {piece}
        </span>
      ))}
    </>
  );
}

function waitingCommands(
  { item, last, queueName, refusal, onMove, onRemove }: WaitingItemProps,
  moveRefusal: string | undefined,
): readonly Command[] {
  const { position } = item;
  const to = (place: number, command: Pick<Command, 'id' | 'label' | 'icon' | 'isDisabled'>) => ({
    ...command,
    run: () => void onMove(queueName, item, place),
  });
  const moves: readonly Command[] = [
    to(1, { id: 'next', label: texts.item.moveFirst, icon: 'first', isDisabled: position <= 1 }),
    to(position - 1, { id: 'up', label: texts.item.moveUp, icon: 'up', isDisabled: position <= 1 }),
    to(position + 1, {
      id: 'down',
      label: texts.item.moveDown,
      icon: 'down',
      isDisabled: position >= last,
    }),
  ];
  const remove = { id: 'remove', ...leaveQueueLook, isDanger: true, run: () => onRemove(item) };
  return [...moves.map((command) => refused(command, moveRefusal)), refused(remove, refusal)];
}
