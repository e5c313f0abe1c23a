import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../support/axe.ts';
import { outOfReach } from './support/out-of-reach.ts';
import { rendererPage } from './support/renderer-page.ts';
import { screens, showScreen } from './support/screens.ts';

const open = rendererPage();

describe('in the light and the dark theme, and at a zoom of 200 %', () => {
  it.each(screens)('$screen has no serious fault of accessibility', async (screen) => {
    const { page } = await showScreen(open, screen);

    const inLight = await seriousFaults(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    // All that the theme changes are colors.
    const inDark = await seriousFaults(page, ['color-contrast']);
    // Half of 1280×800; before it the smallest window of all.
    for (const [width, height] of [
      [900, 600],
      [640, 400],
    ] as const) {
      await page.setViewportSize({ width, height });
      // What floats moves after the window has got its size.
      await expect.poll(() => outOfReach(page)).toEqual([]);
    }
    const atTwice = await seriousFaults(page);

    expect({ inLight, inDark, atTwice }).toEqual({ inLight: [], inDark: [], atTwice: [] });
  });
});

async function seriousFaults(page: Page, rules?: readonly string[]): Promise<readonly unknown[]> {
  const violations = await violationsOf(page, rules === undefined ? {} : { rules });
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(({ id, elements }) => [id, ...elements]);
}
