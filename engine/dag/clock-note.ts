import type { DueSlot } from './schedule.ts';
import { clockText, dateText } from './wall-time.ts';

type NotedSlot = Pick<DueSlot, 'rule' | 'wall' | 'named' | 'timezone'>;

/** What the rule for changes of the clock did to a slot, as one sentence; empty where it did nothing. */
export function clockNote(slot: NotedSlot): string {
  const { rule, wall, named, timezone } = slot;
  const place = `on ${dateText(named)} in ${timezone}`;
  const missing = `${clockText(named)} does not exist ${place}`;
  const twice = `${clockText(named)} occurs twice ${place}`;
  switch (rule) {
    case 'none':
      return '';
    case 'gap':
      return `${missing}; the slot is due at ${momentText(slot)}, the first moment after the gap.`;
    case 'overlap':
      return `${twice}; the slot is due the first time only.`;
    case 'elapsed':
      return wall === named
        ? `${twice}; an hourly schedule is due both times.`
        : `${missing}; an hourly schedule skips it.`;
  }
}

/** A whole day can be missing. */
function momentText({ wall, named }: NotedSlot): string {
  const isSameDay = dateText(wall) === dateText(named);
  return isSameDay ? clockText(wall) : `${clockText(wall)} on ${dateText(wall)}`;
}
