import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { localTimeText } from '../../../../engine/cli/print/times.ts';

const given = process.env['TZ'];

describe('local times', () => {
  afterEach(() => {
    if (given === undefined) delete process.env['TZ'];
    else process.env['TZ'] = given;
  });

  it('are those of the zone of the machine where TZ says none', () => {
    delete process.env['TZ'];
    const machine = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' });
    const times = fc.date({
      min: new Date('1971-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(times, (time) => {
        expect(localTimeText(time.toISOString())).toBe(machine.format(time).replace(',', ''));
      }),
    );
  });

  it('are those of the zone that TZ names', () => {
    process.env['TZ'] = 'Asia/Kolkata';
    expect(localTimeText('2026-02-03T04:05:06Z')).toBe('2026-02-03 09:35:06');
  });

  it('are empty for what has no time', () => {
    expect(localTimeText('')).toBe('');
  });
});
