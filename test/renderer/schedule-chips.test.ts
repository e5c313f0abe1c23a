import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Slot } from '#contract/schedule.ts';
import { rendererPage } from './support/renderer-page.ts';
import { aScene } from './support/scene.ts';
import { aSlot } from './support/schedule-fixtures.ts';

const open = rendererPage();
/** 09:42 on a Thursday in Berlin. */
const now = Date.parse('2026-11-19T08:42:00Z');

async function openSchedule(width: number, state = aScene(now)): Promise<Page> {
  const { page } = await open({ state, path: '/schedule?day=2026-11-16', now, width });
  await page.locator('.slot-chip').first().waitFor();
  return page;
}

/** Names of slots that do not fit, each with how it ends and its hint. */
async function cutNames(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.slot-chip > .cut')]
      .filter((name) => name.scrollWidth > name.clientWidth)
      .map((name) => {
        const { textOverflow, maskImage } = getComputedStyle(name);
        const hint = name.closest('button')?.title ?? '';
        return { name: name.innerText, hint, ends: `${textOverflow} ${maskImage}` };
      }),
  );
}

describe('the slots of the calendar', () => {
  it.each([1280, 1010, 900])('end in an ellipsis where %d pixels are few', async (width) => {
    const page = await openSchedule(width);

    // Once the calendar knows how wide it is.
    await expect.poll(async () => (await cutNames(page)).length).toBeGreaterThan(0);
    const names = await cutNames(page);
    for (const { name, hint, ends } of names) {
      expect(ends).toBe('ellipsis none');
      expect(hint).toMatch(new RegExp(`^${name}[^,]*, .* \\d\\d:\\d\\d, `));
    }
  });

  it('leave each name so much room that it can be told from others', async () => {
    const page = await openSchedule(1280);
    const narrowest = () =>
      page.evaluate(() =>
        Math.min(...[...document.querySelectorAll('.slot-chip > .cut')].map((e) => e.clientWidth)),
      );
    expect(await narrowest()).toBeGreaterThan(60);

    await page.setViewportSize({ width: 900, height: 600 });

    await expect.poll(() => page.locator('.slot-half').count()).toBe(2);
    expect(await narrowest()).toBeGreaterThan(60);
  });

  it('are named under the pointer where they are folded, and shown when that is chosen', async () => {
    const page = await openSchedule(1280);
    const fold = page.getByRole('button', { name: '+1 more at about this time' });
    const hint = 'embeddings-refresh, Tue 17 November 07:20, Ran · Succeeded';

    expect(await fold.getAttribute('title')).toBe(hint);
    await fold.click();
    const list = page.getByRole('dialog', { name: 'More slots at about this time' });
    await list.getByRole('button', { name: 'embeddings-refresh' }).press('Enter');

    await page.getByRole('dialog', { name: 'embeddings-refresh, Tue 17 November 07:20' }).waitFor();
  });

  it('take the list of a fold with them when another width draws them side by side', async () => {
    const page = await openSchedule(1280);
    await page.getByRole('button', { name: '+1 more at about this time' }).click();
    const list = page.getByRole('dialog', { name: 'More slots at about this time' });
    await list.waitFor();

    await page.setViewportSize({ width: 900, height: 600 });

    await list.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^embeddings-refresh, Tue 17/ }).waitFor();
  });

  it('are reached with Tab also where the first of the week is folded', async () => {
    const scene = aScene(now);
    const { calendar } = scene;
    const both: readonly Slot[] = [
      aSlot('crm-sync', { fate: 'skipped', reason: 'suspended' }),
      aSlot('invoices-export'),
    ];
    const slotsOf = (name: string) => both.filter((slot) => slot.name === name);
    scene.calendar = (from, to) => {
      const whole = calendar(from, to);
      const dags = whole.dags.filter(({ name }) => slotsOf(name).length > 0);
      return {
        ...whole,
        dags: dags.map((dag) => ({ ...dag, due: [], slots: slotsOf(dag.name) })),
      };
    };
    const page = await openSchedule(1280, scene);
    await page.getByRole('button', { name: /^invoices-export, .*Missed/ }).waitFor();

    await page.locator('[data-slot][tabindex="0"]').focus();

    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(await focused()).toBe('+1 more at about this time');
    await page.keyboard.press('ArrowUp');
    expect(await focused()).toMatch(/^invoices-export, /);
    expect(await page.locator('[data-slot][tabindex="0"]').count()).toBe(1);
  });
});
