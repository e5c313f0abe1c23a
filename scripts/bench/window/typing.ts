import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quantile } from '../measure.ts';
import { largeGraph, STEPS } from './large-graph.ts';
import { paintedAfter, workForKeys } from './page-cost.ts';
import type { WindowRow } from './window-row.ts';

const NAME = 'bench-typing';
const FIRST_WORDS = ' # before all others';
const WORDS = [
  ' these',
  ' words',
  ' are',
  ' typed',
  ' at',
  ' once,',
  ' and',
  ' others',
  ' after',
  ' a while',
];
/** As fast as somebody types who is good at it. */
const KEY_MS = 70;
/** Somebody thinks after a word: longer each time, so that the check of the text comes to an end at another key. */
const thinkMs = (word: number) => 240 + word * 45;

/** Typing into a large definition, while it is checked and its graph is drawn: what the page does for a key. */
export const typing: WindowRow = {
  name: 'typing',
  figures: [
    {
      key: 'window.typing',
      title: `work of the page for a key in a text of ${STEPS} steps, p95`,
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
    const type = async (index: number, word: string) => {
      await page.keyboard.type(word, { delay: KEY_MS });
      await page.waitForTimeout(thinkMs(index));
    };
    // The first keys pay for code that has not been compiled yet.
    await type(0, FIRST_WORDS);
    const times = await workForKeys(page, async () => {
      for (const [index, word] of WORDS.entries()) await type(index, word);
    });
    return { 'window.typing': quantile(times, 0.95) };
  },
};
