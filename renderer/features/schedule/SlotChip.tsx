import { Icon } from '../../components/Icon.tsx';
import { momentIn, timeIn } from '../../lib/format-day.ts';
import { entryStatus, formatFate, formatSlotKind } from '../../lib/slot-entry.ts';
import { statusWords } from '../../lib/status-vocabulary.ts';
import type { DayEntry } from './calendar-entries.ts';
import { worstOf, type SlotFold } from './slot-lanes.ts';
import type { OpenSlots } from './SlotPopover.tsx';
import { texts } from './texts.ts';

interface SlotChipProps {
  readonly entry: DayEntry;
  readonly top: number;
  readonly lane: number;
  readonly lanes: number;
  readonly hasFold: boolean;
  readonly zone: string;
  readonly isReachable: boolean;
  readonly isOpen: boolean;
  readonly onReach: (key: string) => void;
  readonly onOpen: (open: OpenSlots) => void;
}

/** One slot in its place: glyph, name, and the actual time of one that ran late. */
export function SlotChip(props: SlotChipProps) {
  const { entry, top, lane, lanes, hasFold, zone, isReachable, isOpen, onReach, onOpen } = props;
  const status = entryStatus(entry);
  const { tone } = statusWords(status);
  const kind = formatSlotKind(entry.kind);
  const hasRoom = lanes === 1 && !hasFold;
  const late = hasRoom ? lateTime(entry, zone) : '';
  // Begins with what is written on it, so that people who speak to the app can say what they see.
  const shown = [entry.name, kind, late].filter(Boolean).join(' ');
  const words = slotWords(entry, { shown, zone });
  return (
    <button
      type="button"
      className={`slot-chip slot-${tone}${entry.slot ? '' : ' slot-due'}${lanes > 1 ? ' slot-half' : ''}`}
      style={{
        top,
        left: `calc(${(lane / lanes) * 100}% + 4px)`,
        width: `calc(${100 / lanes}% - ${hasFold ? 42 : lanes > 1 ? 6 : 8}px)`,
      }}
      data-slot={entry.key}
      tabIndex={isReachable ? 0 : -1}
      aria-label={words}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      title={words}
      onFocus={() => onReach(entry.key)}
      onClick={(event) => onOpen({ key: entry.key, anchor: event.currentTarget })}
    >
      <span className={`tone-${tone}`}>
        <Icon name={status} />
      </span>
      <span className="cut grow">{entry.name}</span>
      {kind && hasRoom && <span className="secondary"> {kind}</span>}
      {late && <span className="secondary"> {late}</span>}
    </button>
  );
}

function slotWords(
  entry: DayEntry,
  { shown = entry.name, zone }: { readonly shown?: string; readonly zone: string },
): string {
  return texts.calendar.slot(shown, momentIn(zone, entry.time), formatFate(entry));
}

function lateTime({ slot }: DayEntry, zone: string): string {
  const isLate = slot?.fate === 'ran' && (slot.reason === 'late' || slot.reason === 'caught_up');
  return isLate ? timeIn(zone, slot.decidedAt) : '';
}

interface FoldChipProps {
  readonly fold: SlotFold;
  readonly zone: string;
  readonly isReachable: boolean;
  readonly onReach: (key: string) => void;
  readonly onOpen: (open: OpenSlots) => void;
}

/** So many slots are named under the pointer; all of them are when it is pressed. */
const MAX_NAMED = 5;

/** `+3`, in the color of the one among them that wants attention most. */
export function FoldChip({ fold, zone, isReachable, onReach, onOpen }: FoldChipProps) {
  const { top, entries } = fold;
  const [first] = entries;
  const { tone } = statusWords(entryStatus(worstOf(entries)));
  if (first === undefined) return null;
  const more = entries.length - MAX_NAMED;
  const named = entries.slice(0, MAX_NAMED).map((entry) => slotWords(entry, { zone }));
  return (
    <button
      type="button"
      className={`slot-chip slot-fold slot-${tone}`}
      style={{ top }}
      data-slot={`fold ${first.key}`}
      tabIndex={isReachable ? 0 : -1}
      aria-haspopup="dialog"
      aria-label={texts.calendar.foldLabel(entries.length)}
      title={[...named, ...(more > 0 ? [texts.calendar.fold(more)] : [])].join('\n')}
      onFocus={() => onReach(first.key)}
      onClick={(event) =>
        onOpen({ keys: entries.map((entry) => entry.key), anchor: event.currentTarget })
      }
    >
      {texts.calendar.fold(entries.length)}
    </button>
  );
}
