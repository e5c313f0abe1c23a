import { setTimeout as delay } from 'node:timers/promises';
import { withLiveLog } from './live-log.ts';
import { keptScriptMb } from './page-cost.ts';
import type { WindowRow } from './window-row.ts';

const MINUTE_MS = 60_000;
/** After that a page has made what it makes once: its pages of lines, and the code for them. */
const SETTLE_MS = 20_000;
const TALK = 'while :; do seq 1 100; sleep 0.1; done';

/** What a page keeps more after some minutes, or an hour, of a log that is followed. */
export const logMemory: WindowRow = {
  name: 'log-memory',
  samples: 1,
  figures: [
    {
      key: 'window.log.memory',
      title: 'growth of a page that follows a log',
      unit: 'MB',
      better: 'lower',
      budget: 5,
      reason: 'of an hour or less: a log is a window onto pages, of which few are kept',
    },
  ],

  async sample(view) {
    const grown = await withLiveLog(view, TALK, async () => {
      await delay(SETTLE_MS);
      const before = await keptScriptMb(view.page);
      await delay(view.minutes * MINUTE_MS);
      return (await keptScriptMb(view.page)) - before;
    });
    return { 'window.log.memory': grown };
  },
};
