import { expect, it } from 'vitest';
import type { EngineEvent } from '../../../engine/contract/events.ts';
import { HealthWatch } from '../../../engine/services/health-watch.ts';
import { manualClock } from '../api/manual-clock.ts';

it('tells once that the engine takes no work, within a second, and once that it does again', () => {
  const clock = manualClock();
  const told: (EngineEvent | null)[] = [];
  let problem: string | null = null;
  let notice: string | null = null;
  const watch = new HealthWatch({
    problem: () => problem,
    notice: () => notice,
    clock,
    events: { publish: (make) => void told.push(make()) },
  });

  watch.start();
  problem = 'The disk is full.';
  clock.advance(999);
  expect(told).toEqual([]);
  clock.advance(1);
  clock.advance(2500);
  expect(told).toEqual([{ type: 'health.changed', error: 'The disk is full.' }]);
  problem = null;
  clock.advance(1000);
  expect(told.slice(1)).toEqual([{ type: 'health.changed', error: '' }]);

  notice = 'The clock is ahead by 3 h.';
  clock.advance(1000);
  notice = 'The clock is ahead by 2 h.';
  clock.advance(1000);
  expect(told.slice(2)).toEqual([{ type: 'health.changed', error: '' }]);

  watch.stop();
  problem = 'The disk is full.';
  clock.advance(60_000);
  expect(told).toHaveLength(3);
});
