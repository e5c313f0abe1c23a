import { civilMinute } from './wall-times.ts';
import type { Transition } from './transitions.ts';

const MINUTE_MS = 60_000;

/**
 * Eighteen cron lines that have something to say around a transition. Seven of them are made for it: they name a wall time in the
 * middle of what does not exist or exists twice, its date, its weekday, or which one of its month that is.
 */
export function patternsAround(transition: Transition): readonly string[] {
  const date = new Date(movedMinute(transition) * MINUTE_MS);
  const time = `${date.getUTCMinutes()} ${date.getUTCHours()}`;
  const day = date.getUTCDate();
  const weekday = date.getUTCDay();
  return [
    '* * * * *',
    '*/15 * * * *',
    '30 0-11,12-23 * * *',
    '30 2 * * *',
    '0 0 * * *',
    '30 1 * * *',
    '0 */2 * * *',
    '*/10 0-22 * * *',
    `5,35 0-3,22,23 * * ${weekday}`,
    `${time} ${day} ${date.getUTCMonth() + 1} *`,
    '0,30 0-3 1,28-31 * *',
    `15,45 0-4 ${day} * ${(weekday + 1) % 7}`,
    `${time} * * ${weekday}#${Math.ceil(day / 7)}`,
    `${time} * * ${weekday}L`,
    `${time} ${day}W * *`,
    '30 1,2 L,1W * *',
    '45 1,2 LW * *',
    '0,30 0-3 * * SAT#L,SUN#L,SUN#2,1#1',
  ];
}

/** A civil minute in the middle of a gap or of an overlap. */
function movedMinute({ timezone, at, jump }: Transition): number {
  return civilMinute(timezone, at) - Math.trunc(jump / 2);
}
