import { shownAfterAnswer } from './page-cost.ts';
import type { WindowRow } from './window-row.ts';

const LINES = 1_000_000;
const NAME = 'bench-log';
const RUN = 'bench-log-run';

/** A very long log, from the answer with its lines to their being on the screen. */
export const logFirst: WindowRow = {
  name: 'log-first',
  figures: [
    {
      key: 'window.log.first',
      title: `first screen of a log of ${LINES} lines, after the answer`,
      unit: 'ms',
      better: 'lower',
      budget: 100,
      reason: 'what comes within a tenth of a second passes for at once, however long the log is',
    },
  ],

  async prepare({ api }) {
    const spec = `steps:\n  - name: talk\n    command: seq 1 ${LINES}\n`;
    await api.post('/dag-runs', { name: NAME, spec, dagRunId: RUN });
    await api.waitForRun(NAME, RUN);
  },

  async sample({ page, goTo }) {
    await goTo(`/runs/${NAME}/${RUN}?step=talk`);
    return { 'window.log.first': await shownAfterAnswer(page, '.log-text', '/log?') };
  },
};
