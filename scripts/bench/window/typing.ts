import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quantile } from '../measure.ts';
import { largeGraph, STEPS } from './large-graph.ts';
import { paintedAfter, paintedAfterKeys } from './page-cost.ts';
import type { WindowRow } from './window-row.ts';

const NAME = 'bench-typing';
const KEYS = 80;
/** As fast as somebody types who is good at it, so that checks of the text come between. */
const PAUSE_MS = 70;

/** Typing into a large definition, while it is checked and its graph is drawn: from a key to the end of its frame. */
export const typing: WindowRow = {
  name: 'typing',
  figures: [
    {
      key: 'window.typing',
      title: `a key in a text of ${STEPS} steps on the screen, p95`,
      unit: 'ms',
      better: 'lower',
      budget: 16,
      reason: 'a frame at 60 a second, so that no key is felt',
    },
  ],

  fillHome({ dagsDir }) {
    writeFileSync(join(dagsDir, `${NAME}.yaml`), largeGraph('"true"'));
  },

  async sample({ page, goTo }) {
    await goTo(`/dags/${NAME}`);
    await paintedAfter(page, '.graph-node');
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('End');
    const times = await paintedAfterKeys(page, () =>
      page.keyboard.type(' # words '.repeat(KEYS / 8).slice(0, KEYS), { delay: PAUSE_MS }),
    );
    return { 'window.typing': quantile(times, 0.95) };
  },
};
