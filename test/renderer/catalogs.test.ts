import { describe, expect, it } from 'vitest';
import { buildMarkedPage } from './support/marked-page.ts';
import { rendererPage } from './support/renderer-page.ts';
import { screens, showScreen } from './support/screens.ts';
import { unmarkedTexts } from './support/unmarked-texts.ts';

const open = rendererPage(buildMarkedPage);

describe('every text on the screen stands in a catalog or comes from the engine', () => {
  it.each(screens)('$screen', async (screen) => {
    const { page, engine } = await showScreen(open, screen);

    expect(await unmarkedTexts(page, engine.answers)).toEqual([]);
  });

  it.each([
    ['a text', '<p>Nothing here</p>', 'Nothing here'],
    ['a name', '<p aria-label="Close"></p>', 'Close'],
    ['a hint', '<p title="Close"></p>', 'Close'],
    ['a word beside a marked one', '<p>\u200bRuns\u00ad ended</p>', '\u200bRuns\u00ad ended'],
  ])('%s that stands in none is found', async (_, markup, found) => {
    const [first] = screens;
    const { page, engine } = await showScreen(open, first ?? expect.fail('no screen'));

    await page
      .locator('main')
      .evaluate((main, html) => main.insertAdjacentHTML('beforeend', html), markup);

    expect(await unmarkedTexts(page, engine.answers)).toEqual([found]);
  });
});
