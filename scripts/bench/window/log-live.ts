import { quantile } from '../measure.ts';
import { withLiveLog } from './live-log.ts';
import type { WindowRow } from './window-row.ts';

const LINES = 40;
/** A clock of the process in each line; nothing between two of them, so that each is a wait of its own. */
const CLOCK = 'while :; do echo "at $(date +%s%3N) ms"; sleep 0.23; done';

/** How long a line takes from the process that prints it to the screen of somebody who follows the log. */
export const logLive: WindowRow = {
  name: 'log-live',
  figures: [
    {
      key: 'window.log.live',
      title: 'line of a process on the screen, p95',
      unit: 'ms',
      better: 'lower',
      budget: 150,
      reason: 'a log is looked for growth ten times a second; the rest is the way to the screen',
    },
  ],

  async sample(view) {
    const late = await withLiveLog(view, CLOCK, () =>
      view.page.evaluate<number[]>(`new Promise((resolve) => {
        const late = [];
        let last = document.querySelector('.log-line:last-of-type').textContent;
        const look = () => {
          const line = document.querySelector('.log-line:last-of-type').textContent;
          const [, printed] = /at (\\d+) ms/.exec(line) ?? [];
          // The callback of the frame after it runs when the line has been handed over to the screen.
          if (line !== last && printed) requestAnimationFrame(() => late.push(Date.now() - printed));
          last = line;
          if (late.length < ${LINES}) requestAnimationFrame(look);
          else resolve(late);
        };
        look();
      })`),
    );
    return { 'window.log.live': quantile(late, 0.95) };
  },
};
