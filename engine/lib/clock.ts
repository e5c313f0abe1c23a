/** Time as an argument, so that tests can set it. Implemented by `platform/system-clock.ts`. */
export interface Clock {
  /** Wall clock, milliseconds since the epoch. */
  readonly now: () => number;
  /** Runs `callback` once after `delayMs`; the returned function cancels it and is safe to call twice. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
}

/** ISO 8601 UTC with milliseconds; the empty string for a time that does not apply (decisions 1). */
export function isoTime(epochMs: number | null): string {
  return epochMs === null ? '' : new Date(epochMs).toISOString();
}
