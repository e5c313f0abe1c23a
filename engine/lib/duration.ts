const unitMs = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
} as const;

const durationPattern = /^(?:\d+(?:\.\d+)?(?:ms|[smhdw]))+$/;
const partPattern = /(\d+(?:\.\d+)?)(ms|[smhdw])/g;

/** Milliseconds of texts such as `7d`, `1h30m` or `500ms`; null for any other text. */
export function parseDurationMs(text: string): number | null {
  const compact = text.trim().toLowerCase().replace(/\s+/g, '');
  if (!durationPattern.test(compact)) return null;
  let total = 0;
  for (const [, amount, unit] of compact.matchAll(partPattern)) {
    // The pattern lets no other unit through.
    total += Number(amount) * unitMs[unit as keyof typeof unitMs];
  }
  return Math.round(total);
}

/** The shortest text that `parseDurationMs` reads as this: `2d12h`, `1h30m`, `500ms`. Not negative. */
export function durationText(durationMs: number): string {
  let rest = durationMs;
  const parts = (['d', 'h', 'm', 's', 'ms'] as const).map((unit) => {
    const amount = Math.floor(rest / unitMs[unit]);
    rest -= amount * unitMs[unit];
    return amount === 0 ? '' : `${amount}${unit}`;
  });
  return parts.join('') || '0s';
}

/** A duration for people: `0.4s`, `12.3s`, `3m 04s`, `1h 02m`, `2d 05h`. */
export function formatDuration(durationMs: number): string {
  const ms = Math.max(0, durationMs);
  if (ms < 59_950) return `${(ms / unitMs.s).toFixed(1)}s`;
  const seconds = Math.round(ms / unitMs.s);
  if (seconds < 3600) return inTwoUnits(seconds, 60, ['m', 's']);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1440) return inTwoUnits(minutes, 60, ['h', 'm']);
  return inTwoUnits(Math.floor(minutes / 60), 24, ['d', 'h']);
}

function inTwoUnits(
  amount: number,
  size: number,
  [large, small]: readonly [string, string],
): string {
  return `${Math.floor(amount / size)}${large} ${String(amount % size).padStart(2, '0')}${small}`;
}
