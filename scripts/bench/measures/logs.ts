import { median, timeEach, type Measure } from '../measure.ts';

const LINES = 500_000;

interface Page {
  readonly content: string;
}

/** The log of a step that has printed half a million lines. */
export const logs: Measure = {
  name: 'logs',
  figures: [
    {
      key: 'logs.tail',
      title: 'log: last 100 lines',
      unit: 'ms',
      better: 'lower',
      budget: 2,
      peerThen: 13,
    },
    {
      key: 'logs.middle',
      title: 'log: 1,000 lines of the middle',
      unit: 'ms',
      better: 'lower',
      budget: 2,
      peerThen: 3.5,
    },
  ],

  async take({ api }) {
    const name = 'bench-log';
    const spec = `steps:\n  - name: s\n    command: seq 1 ${LINES}\n`;
    const dagRunId = await api.runInline(name, spec);
    await api.waitForRun(name, dagRunId);
    const log = `/dag-runs/${name}/${dagRunId}/steps/s/log?stream=stdout`;
    const { content } = await api.get<Page>(`${log}&tail=100`);
    if (!content.includes(String(LINES))) throw new Error('The last page lacks the last line.');

    const tail = await timeEach({ times: 30, atOnce: 1 }, () => api.get(`${log}&tail=100`));
    const middle = await timeEach({ times: 30, atOnce: 1 }, (index) =>
      api.get(`${log}&offset=${LINES / 2 + index * 10}&limit=1000`),
    );
    return { 'logs.tail': median(tail), 'logs.middle': median(middle) };
  },
};
