import { expect, it } from 'vitest';
import { anEngine, type TestEngine } from '../../support/engine.ts';
import { temporaryConfig } from '../../support/home.ts';
import { travelClock } from '../../support/travel-clock.ts';

async function shown({ client }: TestEngine): Promise<readonly string[]> {
  const { dags } = await client.call('dags.list', {});
  const { latestDAGRun } = await client.call('dags.get', { fileName: 'daily' });
  return [dags[0]?.latestDAGRun.statusLabel ?? '', latestDAGRun.statusLabel];
}

it.each([
  { latestStatusToday: true, tomorrow: 'not_started' },
  { latestStatusToday: false, tomorrow: 'succeeded' },
])(
  'with latest_status_today $latestStatusToday a run of yesterday shows as $tomorrow',
  async ({ latestStatusToday, tomorrow }) => {
    const clock = travelClock('2026-03-01T14:30:00Z');
    const config = temporaryConfig({ latestStatusToday, timezone: 'Asia/Tokyo' });
    const engine = await anEngine({ config, clock });
    await engine.client.call('dags.create', { name: 'daily', spec: 'steps: [echo hi]' });
    await engine.client.call('dags.startSync', { fileName: 'daily', timeout: 30 });
    const today = await shown(engine);

    // In Tokyo, midnight has passed.
    clock.set(45 * 60_000);

    expect(today).toEqual(['succeeded', 'succeeded']);
    expect(await shown(engine)).toEqual([tomorrow, tomorrow]);
  },
);

it('with latest_status_today a run of yesterday that goes on is shown', async () => {
  const clock = travelClock('2026-03-01T23:50:00Z');
  const engine = await anEngine({ config: temporaryConfig({ latestStatusToday: true }), clock });
  const spec = 'steps:\n  - name: ask\n    type: hitl\n';
  await engine.client.call('dags.create', { name: 'daily', spec });
  await engine.client.call('dags.startSync', { fileName: 'daily', timeout: 30 });

  clock.set(60 * 60_000);

  expect(await shown(engine)).toEqual(['waiting', 'waiting']);
});
