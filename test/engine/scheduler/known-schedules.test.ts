import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { KnownSchedules } from '../../../engine/scheduler/known-schedules.ts';
import type { ScheduledDag } from '../../../engine/scheduler/ports.ts';
import { loadDag } from '../../../engine/steps/load-dag.ts';
import { openDatabase } from '../../../engine/storage/database.ts';
import { WriteQueue } from '../../../engine/storage/write-queue.ts';
import { silentLogger } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { manualClock } from '../api/manual-clock.ts';

const at = (time: string): number => Date.parse(`2026-03-10T${time}Z`);

function scheduled(fileName: string, line: string): ScheduledDag {
  const { partial } = loadDag(`schedule: "${line}"\nsteps: ['true']\n`, { name: fileName });
  const policy = {} as ScheduledDag['policy'];
  const state = { suspended: false, isUnderReview: false, problem: null, isUnfinished: false };
  return { fileName, name: fileName, schedule: partial.schedule, policy, ...state };
}

it('names the schedules that are due within a time, its beginning left out', () => {
  const db = openDatabase(join(temporaryFolder('known'), 'engine.db'));
  onTestFinished(() => void db.close());
  const writes = new WriteQueue(db, { clock: manualClock(), log: silentLogger() });
  const known = new KnownSchedules({ db, writes, config: { timezone: 'UTC' }, bootAt: () => null });
  for (const [name, line] of [
    ['early', '1 11 * * *'],
    ['first', '2 11 * * *'],
    ['last', '3 11 * * *'],
    ['late', '4 11 * * *'],
  ] as const)
    known.take(name, scheduled(name, line), at('11:00:00'));
  known.take('unplanned', scheduled('unplanned', '2 11 * * *'), at('11:00:00'));

  known.plan(4);

  expect(known.dueWithin(at('11:01:00'), at('11:03:00'))).toEqual(['first', 'last']);
  expect(known.dueWithin(at('10:58:00'), at('11:00:59'))).toEqual([]);
});
