import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quantile } from '../measure.ts';
import { largeGraph, STEPS } from './large-graph.ts';
import { framesDuring, paintedAfter } from './page-cost.ts';
import type { WindowRow } from './window-row.ts';

const NAME = 'bench-graph';
const RUN = 'bench-graph-run';
const MOVES = 60;
const bound = {
  unit: 'ms',
  better: 'lower',
  budget: 17,
  reason: 'a frame at 60 a second',
} as const;

/** A large graph under the wheel: how long frames are while it moves, and while it grows and shrinks. */
export const graphMoves: WindowRow = {
  name: 'graph-moves',
  figures: [
    { key: 'window.graph.pan', title: `graph of ${STEPS} steps moved, p95 frame`, ...bound },
    { key: 'window.graph.zoom', title: `graph of ${STEPS} steps zoomed, p95 frame`, ...bound },
  ],

  fillHome({ dagsDir }) {
    writeFileSync(join(dagsDir, `${NAME}.yaml`), largeGraph('"true"'));
  },

  async prepare({ api }) {
    await api.post(`/dags/${NAME}/start`, { dagRunId: RUN });
    await api.waitForRun(NAME, RUN);
  },

  async sample({ page, goTo }) {
    await goTo(`/runs/${NAME}/${RUN}`);
    await paintedAfter(page, '.graph-node');
    await page.locator('.graph').hover();
    const wheel = async (x: number, y: number) => {
      for (let move = 0; move < MOVES; move += 1) await page.mouse.wheel(x, y);
    };
    const panned = await framesDuring(page, () => wheel(8, 16));
    await page.keyboard.down('Control');
    const zoomed = await framesDuring(page, async () => {
      await wheel(0, 8);
      await wheel(0, -8);
    });
    await page.keyboard.up('Control');
    return {
      'window.graph.pan': quantile(panned, 0.95),
      'window.graph.zoom': quantile(zoomed, 0.95),
    };
  },
};
