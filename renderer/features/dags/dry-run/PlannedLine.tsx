import type { PlannedSlot } from '#contract/schedule.ts';
import { Icon } from '../../../components/Icon.tsx';
import { formatDay, timeIn } from '../../../lib/format-day.ts';
import { formatSlotKind } from '../../../lib/slot-entry.ts';
import { exactTime, relativeTime } from '../../../lib/format-time.ts';
import { texts } from '../texts.ts';

interface PlannedLineProps {
  readonly slot: PlannedSlot;
  /** Zone of the engine; another one is named. */
  readonly zone: string;
  readonly now: number;
}

/** One coming slot: its wall time where its schedule lives, and how far off it is. */
export function PlannedLine({ slot, zone, now }: PlannedLineProps) {
  const { local, offset, timezone, kind, time, startsAt, note } = slot;
  const [date = '', clock = ''] = local.split(' ');
  return (
    <li className="planned-line">
      <span className="planned-time" title={`${exactTime(time)}\n${timezone} ${offset}`}>
        {formatDay(date)} <b>{clock}</b>
      </span>
      {formatSlotKind(kind) && <span className="tag">{formatSlotKind(kind)}</span>}
      <span className="secondary small cut">
        {relativeTime(startsAt, now)}
        {startsAt !== time && ` · ${texts.schedule.startsAt(timeIn(timezone, startsAt, 'second'))}`}
        {timezone !== zone && ` · ${timezone}`}
      </span>
      {note && (
        <span className="planned-note small" title={note}>
          <Icon name="warning" className="tone-warning" />
          <span>{note}</span>
        </span>
      )}
    </li>
  );
}
