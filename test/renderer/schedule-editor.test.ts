import { describe, expect, it } from 'vitest';
import { rendererPage } from './support/renderer-page.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();
/** 09:42 on a Thursday in Berlin. */
const now = Date.parse('2026-11-19T08:42:00Z');

describe('the editor of a definition with a schedule', () => {
  it('offers the words of a schedule in quotes, and says what they mean', async () => {
    const state = aScene();
    state.specs.set('pg-backup', 'steps: []\nschedule: "@weekly"\n');
    const { page } = await open({ state, path: '/dags/pg-backup' });
    await page.locator('.cm-line span', { hasText: '@weekly' }).hover();
    await page
      .locator('.cm-tooltip-hover')
      .getByText(/Each Sunday at 00:00/)
      .waitFor();

    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('schedule: @da');
    await page.getByRole('option', { name: '@daily' }).waitFor();
    await page
      .locator('.cm-completionInfo')
      .getByText(/Each day at 00:00/)
      .waitFor();
    await page.getByRole('option', { name: '@daily' }).click();

    await page.locator('.cm-line', { hasText: 'schedule: "@daily"' }).waitFor();
  });

  it('shows when a start that is put off begins', async () => {
    const state = aScene(now);
    state.specs.set('orders-nightly', 'jitter_sec: 130\nsteps: []\n');
    const { page, engine } = await open({ state, path: '/dags/orders-nightly', now });
    const next = page.getByRole('region', { name: 'Next slots' });

    await next.getByText('starts at 03:01:05').waitFor();
    const asked = engine.state.calls.find((call) => call.name === 'schedule.preview');
    expect(asked?.input).toMatchObject({ jitterSec: 130 });
  });
});
