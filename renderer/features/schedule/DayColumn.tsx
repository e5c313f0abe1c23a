import { useMemo } from 'react';
import type { DayEntry } from './calendar-entries.ts';
import type { DowntimeBand } from './downtime-bands.ts';
import { layoutDay } from './slot-lanes.ts';
import { FoldChip, SlotChip } from './SlotChip.tsx';
import type { OpenSlots } from './SlotPopover.tsx';

interface DayColumnProps {
  readonly label: string;
  readonly entries: readonly DayEntry[];
  readonly bands: readonly DowntimeBand[];
  /** Where the present is; only on today. */
  readonly nowTop: number | undefined;
  readonly zone: string;
  /** How many slots it holds side by side. */
  readonly lanes: number;
  readonly reachable: string | undefined;
  readonly open: OpenSlots | undefined;
  readonly onReach: (key: string) => void;
  readonly onOpen: (open: OpenSlots) => void;
}

/** One day of the week: its slots by their time, and when no engine ran. */
export function DayColumn(props: DayColumnProps) {
  const { label, entries, bands, nowTop, zone, lanes, reachable, open, onReach, onOpen } = props;
  const { slots, folds } = useMemo(() => layoutDay(entries, lanes), [entries, lanes]);
  return (
    <section className={nowTop === undefined ? 'day' : 'day today'} aria-label={label} data-day>
      {bands.map((band) => (
        <div
          key={band.top}
          className="downtime"
          style={{ top: band.top, height: band.height }}
          title={band.words}
        >
          <span className={band.height < 20 ? 'unseen' : 'cut'}>{band.words}</span>
        </div>
      ))}
      {nowTop !== undefined && <div className="now-mark" style={{ top: nowTop }} />}
      {slots.map((slot) => (
        <SlotChip
          key={slot.entry.key}
          {...slot}
          zone={zone}
          isReachable={slot.entry.key === reachable}
          isOpen={open?.key === slot.entry.key}
          onReach={onReach}
          onOpen={onOpen}
        />
      ))}
      {folds.map((fold) => (
        <FoldChip
          key={`fold ${fold.top}`}
          fold={fold}
          zone={zone}
          isReachable={fold.entries.some(({ key }) => key === reachable)}
          onReach={onReach}
          onOpen={onOpen}
        />
      ))}
    </section>
  );
}
