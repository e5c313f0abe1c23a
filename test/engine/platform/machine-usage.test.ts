import { describe, expect, it } from 'vitest';
import {
  busyPercent,
  machineUsage,
  processorTimes,
} from '../../../engine/platform/machine-usage.ts';
import { temporaryFolder } from '../../support/home.ts';

describe('the usage of processors', () => {
  it.each([
    { before: { idle: 100, total: 200 }, after: { idle: 150, total: 300 }, percent: 50 },
    { before: { idle: 100, total: 200 }, after: { idle: 100, total: 300 }, percent: 100 },
    { before: { idle: 100, total: 200 }, after: { idle: 200, total: 300 }, percent: 0 },
    { before: { idle: 100, total: 200 }, after: { idle: 100, total: 200 }, percent: 0 },
    // A processor that was switched off takes its times along.
    { before: { idle: 100, total: 200 }, after: { idle: 10, total: 100 }, percent: 0 },
  ])('is $percent percent from $before to $after', ({ before, after, percent }) => {
    expect(busyPercent(before, after)).toBe(percent);
  });

  it('grows with the time that passes', () => {
    const { idle, total } = processorTimes();

    expect(idle).toBeGreaterThan(0);
    expect(total).toBeGreaterThanOrEqual(idle);
  });
});

describe('the usage of the machine', () => {
  it('has sizes that fit together', () => {
    const usage = machineUsage(temporaryFolder());

    expect(usage.memoryUsedBytes).toBeGreaterThan(0);
    expect(usage.memoryUsedBytes).toBeLessThan(usage.memoryTotalBytes);
    expect(usage.diskUsedBytes).toBeLessThan(usage.diskTotalBytes);
    expect(usage.diskPercent).toBeGreaterThan(0);
    expect(usage.diskPercent).toBeLessThanOrEqual(100);
  });

  it('fails for a folder that is not there', () => {
    expect(() => machineUsage('/no/such/folder')).toThrow(
      expect.objectContaining({ code: 'ENOENT' }),
    );
  });
});
