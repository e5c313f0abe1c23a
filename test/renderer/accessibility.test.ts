import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../support/axe.ts';
import { rendererPage } from './support/renderer-page.ts';
import { screens, showScreen } from './support/screens.ts';

const open = rendererPage();

describe('in the light and the dark theme', () => {
  it.each(screens)('$screen has no serious fault of accessibility', async (screen) => {
    const { page } = await showScreen(open, screen);

    const inLight = await seriousFaults(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    // All that the theme changes are colors.
    const inDark = await seriousFaults(page, ['color-contrast']);

    expect({ inLight, inDark }).toEqual({ inLight: [], inDark: [] });
  });
});

async function seriousFaults(page: Page, rules?: readonly string[]): Promise<readonly unknown[]> {
  const violations = await violationsOf(page, rules === undefined ? {} : { rules });
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(({ id, elements }) => [id, ...elements]);
}
