import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plannedWords, readStartTime, suggestedTime } from '../../../renderer/lib/start-time.ts';

/** A time of the zone of the window. */
const local = (hour: number, minute: number, day = 19) =>
  new Date(2026, 10, day, hour, minute).getTime();
const iso = (time: number) => new Date(time).toISOString();

describe('the time in the form of a start', () => {
  it('is one of the zone of the window', () => {
    expect(readStartTime('2026-11-19T18:00', local(9, 30))).toEqual({ at: iso(local(18, 0)) });
  });

  it.each([
    ['2026-11-19T09:30', '09:30 is in the past. Enter a later time.'],
    ['2026-11-18T18:00', 'Wed 18 Nov 18:00 is in the past. Enter a later time.'],
    ['2025-11-18T18:00', 'Tue 18 Nov 2025 18:00 is in the past. Enter a later time.'],
    ['', 'Enter a date and a time.'],
  ])('%s is refused with the reason', (text, problem) => {
    expect(readStartTime(text, local(9, 30))).toEqual({ problem });
  });

  it('is at first the next full hour that leaves a moment', () => {
    expect(suggestedTime(local(9, 30))).toBe('2026-11-19T10:00');
    expect(suggestedTime(local(9, 55))).toBe('2026-11-19T11:00');
    expect(suggestedTime(local(23, 30))).toBe('2026-11-20T00:00');
  });

  it('can be sent as it is suggested, whenever that is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (now) => {
        expect(readStartTime(suggestedTime(now), now)).toHaveProperty('at');
      }),
    );
  });
});

describe('a queued run with a time', () => {
  const at = (time: number) => ({ statusLabel: 'queued', plannedAt: iso(time) });

  it('says it, with the day where that is another', () => {
    expect(plannedWords(at(local(18, 0)), local(9, 30))).toBe('Starts at 18:00');
    expect(plannedWords(at(local(18, 0, 20)), local(9, 30))).toBe('Starts Fri 20 Nov 18:00');
  });

  it('says nothing of one that has come, is not there, or is of a run that goes on', () => {
    expect(plannedWords(at(local(9, 30)), local(9, 30))).toBeUndefined();
    expect(plannedWords({ statusLabel: 'queued', plannedAt: '' }, 0)).toBeUndefined();
    expect(plannedWords({ statusLabel: 'queued' }, 0)).toBeUndefined();
    const running = { ...at(local(18, 0)), statusLabel: 'running' };
    expect(plannedWords(running, local(9, 30))).toBeUndefined();
  });
});
