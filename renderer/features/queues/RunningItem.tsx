import { memo } from 'react';
import type { QueueItem } from '#contract/queue.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { Link } from '../../components/Link.tsx';
import { Status } from '../../components/Status.tsx';
import { paths } from '../../lib/paths.ts';
import { exactTime } from '../../lib/format-time.ts';
import type { RowProps } from '../../components/use-table-keys.ts';
import { Since } from '../../components/Since.tsx';
import { texts } from './texts.ts';

interface RunningItemProps extends RowProps {
  readonly item: QueueItem;
  /** Undefined where the person may not. */
  readonly onStop: ((item: QueueItem) => void) | undefined;
}

export const RunningItem = memo(function RunningItem(props: RunningItemProps) {
  const { id, className, item, onStop } = props;
  return (
    <div id={id} className={`queue-item ${className}`} role="row">
      <span role="gridcell">
        <Status status={item.statusLabel} size="glyph" />
      </span>
      <span role="gridcell" className="grow cut">
        <Link tabIndex={-1} className="medium" href={paths.run(item)} title={item.name}>
          {item.name}
        </Link>
      </span>
      <span role="gridcell" className="small step-time" title={exactTime(item.startedAt)}>
        <Since from={item.startedAt} />
      </span>
      {onStop && (
        <span role="gridcell">
          <IconButton
            icon="stop"
            excludeFromTabOrder
            label={texts.stop.command(item.name)}
            onPress={() => onStop(item)}
          />
        </span>
      )}
    </div>
  );
});
