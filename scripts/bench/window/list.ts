import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { paintedAfter, scrolledFrames } from './page-cost.ts';
import type { WindowRow } from './window-row.ts';

const DAGS = 500;

/** The list of many DAGs: from the navigation to its first rows, and how long a frame takes while it is scrolled. */
export const list: WindowRow = {
  name: 'list',
  figures: [
    {
      key: 'window.list.first',
      title: `first rows of ${DAGS} DAGs`,
      unit: 'ms',
      better: 'lower',
      budget: 1000,
      reason: 'longer than a second is a wait in which a person looks elsewhere',
    },
    {
      key: 'window.list.frame',
      title: `p95 of a frame while ${DAGS} DAGs are scrolled`,
      unit: 'ms',
      better: 'lower',
      budget: 20,
      reason: 'a screen shows 60 frames a second, and a longer frame is seen',
    },
  ],

  fillHome({ dagsDir }) {
    for (let index = 0; index < DAGS; index += 1) {
      const text = `tags: env=prod\nschedule: "30 2 1 1 *"\nsteps:\n  - command: "true"\n`;
      writeFileSync(join(dagsDir, `list-${index}.yaml`), text);
    }
  },

  async sample({ page, goTo }) {
    await goTo('/dags');
    const first = await paintedAfter(page, '.list-rows .dag-row');
    await page.waitForFunction(`document.body.innerText.includes('list-10')`);
    return {
      'window.list.first': first,
      'window.list.frame': await scrolledFrames(page, '.list-rows'),
    };
  },
};
