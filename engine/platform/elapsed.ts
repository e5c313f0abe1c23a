import type { Clock } from '../lib/clock.ts';

/** The clocks of a machine, in milliseconds. */
export interface Clocks {
  /** Since the epoch. People set it. */
  readonly wall: () => number;
  /** Cheap and exact, but stands still while the machine sleeps. */
  readonly steady: () => number;
  /** Goes on while the machine sleeps. Asking takes a file to be read, and it counts in hundredths of a second. */
  readonly sinceBoot: () => number;
}

/** Clocks are apart from here on: well above what one of them is exact to. */
const APART_MS = 100;

/**
 * Whole milliseconds since the machine was booted, those of sleep included, so that processes can compare them, and how many
 * of them were sleep since the first look. A sleep puts the wall clock and the steady one apart, so the clock that knows of
 * sleep is only asked when they are.
 */
export function createElapsed({
  wall,
  steady,
  sinceBoot,
}: Clocks): Pick<Clock, 'elapsed' | 'slept'> {
  const bootedBefore = sinceBoot() - steady();
  let lead = wall() - steady();
  let slept = 0;
  const elapsed = (): number => {
    const steadyNow = steady();
    const leadNow = wall() - steadyNow;
    if (Math.abs(leadNow - lead) >= APART_MS) {
      lead = leadNow;
      const unknown = sinceBoot() - steadyNow - bootedBefore - slept;
      if (unknown >= APART_MS) slept += unknown;
    }
    return Math.floor(bootedBefore + steadyNow + slept);
  };
  return {
    elapsed,
    slept: () => {
      elapsed();
      return slept;
    },
  };
}
