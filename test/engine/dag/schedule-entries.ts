import fc from 'fast-check';
import type { ScheduleEntry } from '../../../engine/dag/definition.ts';
import { parseScheduleEntry } from '../../../engine/dag/schedule.ts';

/** A line that must be sound. */
export function entry(expression: string): ScheduleEntry {
  const parsed = parseScheduleEntry(expression);
  if ('problem' in parsed) throw new Error(`"${expression}" ${parsed.problem}`);
  return parsed;
}

/** `2026-03-29T01:00Z` */
export const minuteText = (at: number): string =>
  new Date(at).toISOString().replace(':00.000Z', 'Z');

interface Bounds {
  readonly first: number;
  readonly last: number;
}

/** A field in any of its forms. */
function field({ first, last }: Bounds): fc.Arbitrary<string> {
  const value = fc.integer({ min: first, max: last });
  const step = fc.integer({ min: 1, max: last - first + 1 });
  const range = fc.tuple(value, value).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
  const part = fc.oneof(
    value.map(String),
    range,
    fc
      .tuple(fc.oneof(fc.constantFrom('*', '?'), value.map(String), range), step)
      .map((pair) => pair.join('/')),
  );
  const list = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(','));
  return fc.oneof(fc.constantFrom('*', '?'), list);
}

/** Five fields of sound syntax; most of such lines fire. */
export const cronLine: fc.Arbitrary<string> = fc
  .tuple(
    field({ first: 0, last: 59 }),
    fc.oneof(field({ first: 0, last: 23 }), fc.constantFrom('*', '2', '0-3', '*/2')),
    field({ first: 1, last: 31 }),
    fc.oneof({ weight: 3, arbitrary: fc.constant('*') }, field({ first: 1, last: 12 })),
    fc.oneof(
      { weight: 3, arbitrary: field({ first: 0, last: 6 }) },
      // A week has two Sundays.
      fc.constantFrom('7', '7/2', '3,07/3', '5-7', '1-7/4', 'sun', 'FRI-sun', 'Sun-sun/2,mon/5'),
    ),
  )
  .map((fields) => fields.join(' '));
