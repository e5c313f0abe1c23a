import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textLine } from '../../../engine/platform/text-line.ts';

const at = (iso: string, timezone: string): string =>
  textLine({ time: Date.parse(iso), level: 'info', message: 'Ready', fields: {} }, timezone);

describe('the time of a line', () => {
  it('is that of the clocks in the zone, to the millisecond', () => {
    expect(at('2026-11-26T23:59:59.999Z', 'UTC')).toBe('2026-11-26 23:59:59.999 info  Ready\n');
    // The same second elsewhere.
    expect(at('2026-11-26T23:59:59.007Z', 'Asia/Kolkata')).toMatch(/^2026-11-27 05:29:59\.007 /);
    expect(at('2026-11-27T00:00:00.000Z', 'Asia/Kolkata')).toMatch(/^2026-11-27 05:30:00\.000 /);
    // Clocks are set forward between the two.
    expect(at('2026-03-29T00:59:59.999Z', 'Europe/Berlin')).toMatch(/^2026-03-29 01:59:59\.999 /);
    expect(at('2026-03-29T01:00:00.000Z', 'Europe/Berlin')).toMatch(/^2026-03-29 03:00:00\.000 /);
  });

  it('is the one of ISO 8601 in UTC, before 1970 as well', () => {
    const dates = fc.date({ noInvalidDate: true, min: new Date(-1e12), max: new Date(4e12) });
    fc.assert(
      fc.property(dates, (date) => {
        const iso = date.toISOString();
        expect(at(iso, 'UTC').slice(0, 23)).toBe(iso.replace('T', ' ').slice(0, 23));
      }),
    );
  });
});
