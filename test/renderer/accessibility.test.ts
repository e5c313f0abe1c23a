import { AxeBuilder } from '@axe-core/playwright';
import { describe, expect, it } from 'vitest';
import { rendererPage } from './support/renderer-page.ts';
import { screens, showScreen } from './support/screens.ts';

const open = rendererPage();

describe('in the light and the dark theme', () => {
  it.each(screens)('$screen has no serious fault of accessibility', async (screen) => {
    const { page } = await showScreen(open, screen);

    const inLight = await seriousFaults(new AxeBuilder({ page }));
    await page.emulateMedia({ colorScheme: 'dark' });
    // All that the theme changes are colors.
    const inDark = await seriousFaults(new AxeBuilder({ page }).withRules(['color-contrast']));

    expect({ inLight, inDark }).toEqual({ inLight: [], inDark: [] });
  });
});

async function seriousFaults(axe: AxeBuilder): Promise<readonly unknown[]> {
  const { violations } = await axe.analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map((node) => node.html)]);
}
