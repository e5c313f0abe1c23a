import { memo } from 'react';
import type { QueueItem } from '#contract/queue.ts';
import { Link } from '../../components/Link.tsx';
import { Status } from '../../components/Status.tsx';
import { paths } from '../../lib/paths.ts';
import { exactTime } from '../../lib/format-time.ts';
import type { RowProps } from '../../components/use-table-keys.ts';
import { Since } from '../../components/Since.tsx';

interface RunningItemProps extends RowProps {
  readonly item: QueueItem;
}

export const RunningItem = memo(function RunningItem({ id, className, item }: RunningItemProps) {
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
    </div>
  );
});
