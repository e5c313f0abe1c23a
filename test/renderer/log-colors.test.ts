import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { rendererPage } from './support/renderer-page.ts';
import { ORDERS_RUN } from './support/run-fixtures.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();
const palette = Array.from({ length: 256 }, (_, index) => index);
/** Each color as ink, as ground, and both turned around. */
const lines = ['38;5;', '48;5;', '7;38;5;', '7;48;5;', '31;48;5;', '38;5;196;48;5;'].map((codes) =>
  palette.map((index) => `\u001b[${codes}${index}mx\u001b[0m`).join(' '),
);

describe('colors that programs mix', () => {
  it.each(['light', 'dark'] as const)('can be read in the %s theme', async (colorScheme) => {
    const state = aScene();
    const log = { lines: lines.length, line: (number: number) => lines[number - 1] ?? '' };
    state.logs.set(`${ORDERS_RUN}/score-fraud/stdout`, log);
    const path = `/runs/orders-etl/${ORDERS_RUN}?step=score-fraud`;
    const { page } = await open({ state, path, colorScheme });
    await page.locator('.log-line').nth(5).waitFor();

    const faint = await faintTexts(page);

    expect(faint).toEqual([]);
    expect(await page.locator('.ansi-mixed').count()).toBeGreaterThan(400);
  });
});

/** Spans of the log whose contrast is below that of WCAG AA, as the browser draws them. */
async function faintTexts(page: Page): Promise<readonly string[]> {
  return page.locator('.log-text span[class]').evaluateAll((spans) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const paper = getComputedStyle(spans[0]?.closest('.log-frame') ?? document.body);
    return spans.flatMap((span) => {
      const { color, backgroundColor } = getComputedStyle(span);
      const ground =
        backgroundColor === 'rgba(0, 0, 0, 0)' ? paper.backgroundColor : backgroundColor;
      const [high = 0, low = 0] = [luminance(color), luminance(ground)].sort((a, b) => b - a);
      const contrast = (high + 0.05) / (low + 0.05);
      return contrast < 4.5
        ? [`${span.className} ${contrast.toFixed(2)} ${span.getAttribute('style')}`]
        : [];
    });

    function luminance(color: string): number {
      if (canvas === null) return 0;
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((one) =>
        one / 255 <= 0.03928 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    }
  });
}
