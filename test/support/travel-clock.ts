import type { Clock } from '../../engine/lib/clock.ts';
import { systemClock } from '../../engine/platform/system-clock.ts';

export interface TravelClock extends Clock {
  /** As if the machine had slept: both clocks go on, timers do not. */
  readonly sleep: (ms: number) => void;
  /** As if the engine had been stopped and went on: both clocks go on, and the machine was awake. */
  readonly hold: (ms: number) => void;
  /** As if somebody had set the clock: back with a negative number. */
  readonly set: (ms: number) => void;
}

/** The real clock, moved to another time: it passes as time does, and can be made to jump. */
export function travelClock(start: string): TravelClock {
  let wall = Date.parse(start) - systemClock.now();
  let slept = 0;
  let held = 0;
  return {
    now: () => systemClock.now() + wall,
    elapsed: () => systemClock.elapsed() + slept + held,
    slept: () => slept,
    after: systemClock.after,
    sleep: (ms) => {
      wall += ms;
      slept += ms;
    },
    hold: (ms) => {
      wall += ms;
      held += ms;
    },
    set: (ms) => {
      wall += ms;
    },
  };
}
