import { useEffect, useEffectEvent, useState } from 'react';
import { Dialog } from 'react-aria-components';
import { useRefusal } from '../../client/use-refusal.ts';
import { AnchoredPopover } from '../../components/AnchoredPopover.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useNavigation } from '../../components/navigation-context.ts';
import { SlotCard } from '../../components/SlotCard.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { useSlotCommands } from '../../components/use-slot-commands.ts';
import { timeIn } from '../../lib/format-day.ts';
import { formatError } from '../../lib/format-error.ts';
import { paths } from '../../lib/paths.ts';
import { entryStatus, formatFate, formatSlotKind, type SlotEntry } from '../../lib/slot-entry.ts';
import { statusWords } from '../../lib/status-vocabulary.ts';
import { dateIn } from '../../lib/zone-time.ts';
import type { CalendarStore } from './calendar-store.ts';
import { texts } from './texts.ts';

/** What stands in the popover: one slot, or the slots of a fold to choose from; and beside which element. */
export type OpenSlots =
  | { readonly key: string; readonly keys?: undefined; readonly anchor: HTMLElement }
  | { readonly key?: undefined; readonly keys: readonly string[]; readonly anchor: HTMLElement };

interface SlotPopoverProps {
  readonly store: CalendarStore;
  readonly open: OpenSlots;
  readonly entries: readonly SlotEntry[];
  readonly now: number;
  readonly onOpen: (open: OpenSlots) => void;
  readonly onClose: () => void;
}

/** What became of a slot, or the slots of a fold to choose from. */
export function SlotPopover({ store, open, entries, now, onOpen, onClose }: SlotPopoverProps) {
  const { anchor } = open;
  const isNarrow = useNarrow();
  useOnceGone(anchor, onClose);
  const entry = entries.find(({ key }) => key === open.key);
  const folded = entries.filter(({ key }) => open.keys?.includes(key));
  if (entry === undefined && folded.length === 0) return null;
  return (
    <AnchoredPopover
      anchor={anchor}
      placement={isNarrow ? 'bottom' : 'right top'}
      offset={12}
      onClose={onClose}
    >
      {entry ? (
        <OneSlot key={entry.key} store={store} entry={entry} now={now} onClose={onClose} />
      ) : (
        <FoldedSlots
          entries={folded}
          zone={store.getState().zone}
          onChoose={(key) => onOpen({ key, anchor })}
          onLeave={onClose}
        />
      )}
    </AnchoredPopover>
  );
}

/** A chip goes when its day is laid out in another way; beside nothing, the popover would jump into a corner of the window. */
function useOnceGone(anchor: HTMLElement, onGone: () => void): void {
  const tell = useEffectEvent(onGone);
  useEffect(() => {
    // What is taken from the page has no size any more.
    const watch = new ResizeObserver(() => {
      if (!anchor.isConnected) tell();
    });
    watch.observe(anchor);
    return () => watch.disconnect();
  }, [anchor]);
}

interface OneSlotProps extends Pick<SlotPopoverProps, 'store' | 'now' | 'onClose'> {
  readonly entry: SlotEntry;
}

function OneSlot({ store, entry, now, onClose }: OneSlotProps) {
  const [problem, setProblem] = useState<string>();
  const { zone, explain } = store.getState();
  const run = async () => {
    try {
      return await store.getState().run(entry.fileName);
    } catch (error) {
      setProblem(formatError(error));
      return undefined;
    }
  };
  const commands = useSlotCommands(entry, { run, isDagOpen: false, refusal: useRefusal() });
  return (
    <SlotCard
      entry={entry}
      zone={zone}
      now={now}
      commands={commands}
      problem={problem}
      explain={() => explain(entry)}
      onClose={onClose}
    />
  );
}

interface FoldedSlotsProps {
  readonly entries: readonly SlotEntry[];
  readonly zone: string;
  readonly onChoose: (key: string) => void;
  readonly onLeave: () => void;
}

const MAX_FOLDED = 100;

function FoldedSlots({ entries, zone, onChoose, onLeave }: FoldedSlotsProps) {
  const navigation = useNavigation();
  const more = entries.length - MAX_FOLDED;
  const day = dateIn(zone, Date.parse(entries[0]?.time ?? ''));
  return (
    <Dialog className="folded-slots" aria-label={texts.calendar.folded}>
      {entries.slice(0, MAX_FOLDED).map((entry) => (
        <button
          key={entry.key}
          type="button"
          className="menu-item plain"
          onClick={() => onChoose(entry.key)}
        >
          <span className={`tone-${statusWords(entryStatus(entry)).tone}`}>
            <Icon name={entryStatus(entry)} />
            <span className="unseen">{formatFate(entry)}</span>
          </span>
          <span className="cut grow">{entry.name}</span>
          <span className="secondary small">{formatSlotKind(entry.kind)}</span>
          <span className="secondary small">{timeIn(zone, entry.time)}</span>
        </button>
      ))}
      {more > 0 && (
        <button
          type="button"
          className="menu-item plain link"
          onClick={() => {
            onLeave();
            navigation.go(paths.schedule({ day, view: 'list' }));
          }}
        >
          {texts.calendar.moreInList(more)}
        </button>
      )}
    </Dialog>
  );
}
