import { expect, it } from 'vitest';
import type { FakeState } from './support/fake-engine.ts';
import { rendererPage } from './support/renderer-page.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();
const now = Date.parse('2026-11-19T12:00:00Z');

/** The window is in Berlin, eight hours behind: what is due at half past two in Tokyo is due on the evening before. */
function inTokyo(): FakeState {
  const state = aScene(now);
  return {
    ...state,
    calendar: (from, to) => ({ ...state.calendar(from, to), timezone: 'Asia/Tokyo' }),
    dags: state.dags.map((item) => ({ ...item, nextRun: '2026-11-19T17:30:00.000Z' })),
  };
}

it('the header of a DAG says its next runs on the clocks of its schedule, and names their zone', async () => {
  const { page } = await open({ state: inTokyo(), path: '/dags/orders-nightly', now });

  await page.getByText('Daily at 02:30').waitFor();
  await page.locator('.slot-words').first().waitFor();

  expect(await page.locator('.slots').innerText()).toMatch(
    /Daily at 02:30\s+Asia\/Tokyo\s+Next\s+tomorrow 02:30\s+Mon 23/,
  );
});

it('the schedule of a DAG names the zone of its next slots', async () => {
  const { page } = await open({ state: inTokyo(), path: '/dags/orders-nightly/schedule', now });

  await page.getByRole('heading', { name: 'Next, times in Asia/Tokyo' }).waitFor();
});

it('the list of DAGs names the zone of its schedules, and beside a line that of its own', async () => {
  const { page } = await open({ state: inTokyo(), path: '/dags', now });

  await page.getByRole('columnheader', { name: 'Schedule, times in Asia/Tokyo' }).waitFor();
  const etl = page.getByRole('row', { name: /orders-etl/ });
  expect(await etl.innerText()).toContain('weekdays at 09:30 Europe/Berlin');
});

it('no zone is named where the engine is in that of the window', async () => {
  const { page } = await open({ state: aScene(now), path: '/dags/orders-nightly', now });
  await page.locator('.slot-words').first().waitFor();
  expect(await page.locator('.slots').innerText()).not.toContain('Berlin');

  await page.getByRole('link', { name: 'DAGs', exact: true }).click();

  await page.getByRole('columnheader', { name: 'Schedule', exact: true }).waitFor();
});
