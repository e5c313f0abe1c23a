import { memo } from 'react';
import type { QueueItem } from '#contract/queue.ts';
import { Link } from '../../components/Link.tsx';
import { Status } from '../../components/Status.tsx';
import { paths } from '../../lib/paths.ts';
import { exactTime } from '../../lib/format-time.ts';
import { Since } from '../../components/Since.tsx';

interface RunningItemProps {
  readonly item: QueueItem;
}

export const RunningItem = memo(function RunningItem({ item }: RunningItemProps) {
  return (
    <li className="queue-item">
      <Status status={item.statusLabel} size="glyph" />
      <Link className="medium cut" href={paths.run(item)} title={item.name}>
        {item.name}
      </Link>
      <span className="grow" />
      <span className="small step-time" title={exactTime(item.startedAt)}>
        <Since from={item.startedAt} />
      </span>
    </li>
  );
});
