import { describe, expect, it } from 'vitest';
import { localSpan, localTime } from '../../../engine/lib/local-time.ts';

const at = (text: string): number => Date.parse(text);

describe('a time for people', () => {
  it('is that of the zone', () => {
    expect(localTime(at('2026-11-21T23:30:00Z'), 'Asia/Tokyo')).toBe('Sun 22 Nov 2026, 08:30');
  });

  it('names the day of a span once, as far as it is known from the slot', () => {
    const span = [at('2026-11-18T01:12:09Z'), at('2026-11-18T06:48:31Z')] as const;

    expect(localSpan(...span, 'UTC')).toBe('from 01:12 to 06:48');
  });

  it('names both days of a span over midnight', () => {
    const span = [at('2026-11-17T22:00:00Z'), at('2026-11-18T06:48:31Z')] as const;

    expect(localSpan(...span, 'UTC')).toBe('from Tue 17 Nov 2026, 22:00 to Wed 18 Nov 2026, 06:48');
  });
});
