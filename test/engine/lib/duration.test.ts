import { describe, expect, it } from 'vitest';
import { durationText, formatDuration, parseDurationMs } from '../../../engine/lib/duration.ts';

describe('parseDurationMs', () => {
  it.each([
    ['500ms', 500],
    ['90s', 90_000],
    ['1.5h', 5_400_000],
    ['1h30m', 5_400_000],
    ['7d', 604_800_000],
    ['2w', 1_209_600_000],
    [' 1H 30M ', 5_400_000],
  ])('reads %s', (text, ms) => {
    expect(parseDurationMs(text)).toBe(ms);
  });

  it.each(['', '7', 'd', '7 days', '-1h', '1h!', 'h1'])('refuses %j', (text) => {
    expect(parseDurationMs(text)).toBeNull();
  });
});

describe('durationText', () => {
  it.each([
    [21_600_000, '6h'],
    [216_000_000, '2d12h'],
    [5_400_000, '1h30m'],
    [90_500, '1m30s500ms'],
    [0, '0s'],
  ])('writes %i ms as %s, which reads the same', (ms, text) => {
    expect(durationText(ms)).toBe(text);
    expect(parseDurationMs(text)).toBe(ms);
  });
});

describe('formatDuration', () => {
  it.each([
    [0, '0.0s'],
    [-5, '0.0s'],
    [420, '0.4s'],
    [59_949, '59.9s'],
    [59_950, '1m 00s'],
    [184_000, '3m 04s'],
    [3_599_900, '1h 00m'],
    [3_720_000, '1h 02m'],
    [86_400_000, '1d 00h'],
    [191_000_000, '2d 05h'],
  ])('shows %i ms as %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});
