import { withLiveLog } from './live-log.ts';
import type { WindowRow } from './window-row.ts';

const A_SECOND = 16_000;
const WATCH_MS = 8_000;
const FLOOD = `while :; do seq 1 ${A_SECOND / 10}; sleep 0.1; done`;

/** A log that grows very fast, looked at in each frame: rows in sight that have a number and no text. */
export const logFlood: WindowRow = {
  name: 'log-flood',
  figures: [
    {
      key: 'window.log.empty',
      title: `rows without text at ${A_SECOND} lines a second`,
      unit: '',
      better: 'lower',
      budget: 0,
      reason: 'old lines stay until new ones are there',
    },
    {
      key: 'window.log.grown',
      title: `times a second that a log of ${A_SECOND} lines a second is drawn anew`,
      unit: '/s',
      better: 'higher',
      budget: null,
    },
  ],

  async sample(view) {
    const { empty, grown } = await withLiveLog(view, FLOOD, () =>
      view.page.evaluate<{ empty: number; grown: number }>(`new Promise((resolve) => {
        const pane = document.querySelector('.log').getBoundingClientRect();
        const isSeen = ({ top, bottom }) => bottom > pane.top && top < pane.bottom;
        const end = performance.now() + ${WATCH_MS};
        let [empty, grown, before] = [0, 0, ''];
        const look = () => {
          const rows = [...document.querySelectorAll('.log-line')]
            .filter((row) => isSeen(row.getBoundingClientRect()));
          empty += rows.filter((row) => row.querySelector('.log-text').textContent === '').length;
          const last = rows.at(-1)?.textContent ?? '';
          if (last !== before) grown += 1;
          before = last;
          if (performance.now() < end) requestAnimationFrame(look);
          else resolve({ empty, grown });
        };
        look();
      })`),
    );
    return { 'window.log.empty': empty, 'window.log.grown': grown / (WATCH_MS / 1000) };
  },
};
