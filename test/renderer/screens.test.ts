import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../support/axe.ts';
import { buildMarkedPage, removeMarks } from './support/marked-page.ts';
import { outOfReach } from './support/out-of-reach.ts';
import { rendererPage } from './support/renderer-page.ts';
import { screens, showScreen } from './support/screens.ts';
import { unmarkedTexts } from './support/unmarked-texts.ts';

// To open a screen takes longer than to look at it, so that each is opened once for all looks.
const open = rendererPage(buildMarkedPage);

describe('in the light and the dark theme, and at a zoom of 200 %', () => {
  it.each(screens)(
    '$screen has no serious fault of accessibility, and no text that is in no catalog',
    async (screen) => {
      const { page, engine } = await showScreen(open, screen);

      const inNoCatalog = await unmarkedTexts(page, engine.answers);
      await removeMarks(page);
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

      const none = { inNoCatalog: [], inLight: [], inDark: [], atTwice: [] };
      expect({ inNoCatalog, inLight, inDark, atTwice }).toEqual(none);
    },
  );
});

describe('a text that neither stands in a catalog nor comes from the engine', () => {
  it('is found as a text, as a name, as a hint, and as a word beside one of a catalog', async () => {
    const [first] = screens;
    const { page, engine } = await showScreen(open, first ?? expect.fail('no screen'));

    await page
      .locator('main')
      .evaluate((main) =>
        main.insertAdjacentHTML(
          'beforeend',
          '<p>Nothing here</p><p aria-label="Close"></p><p title="Shut"></p><p>\u200bRuns\u00ad ended</p>',
        ),
      );

    expect(await unmarkedTexts(page, engine.answers)).toEqual([
      'Nothing here',
      'Close',
      'Shut',
      '\u200bRuns\u00ad ended',
    ]);
  });
});

async function seriousFaults(page: Page, rules?: readonly string[]): Promise<readonly unknown[]> {
  const violations = await violationsOf(page, rules === undefined ? {} : { rules });
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(({ id, elements }) => [id, ...elements]);
}
