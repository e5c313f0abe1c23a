import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, type Measure } from '../measure.ts';

const TIMES = 30;

/** From sending the request to the answer, and to the moment at which the step's own process has begun. */
export const start: Measure = {
  name: 'start',
  figures: [
    {
      key: 'start.answer',
      title: 'start: answered',
      unit: 'ms',
      better: 'lower',
      budget: 4,
      peerThen: 18,
    },
    {
      key: 'start.begin',
      title: 'start: process begun',
      unit: 'ms',
      better: 'lower',
      budget: 8,
      peerThen: 23.6,
    },
  ],

  async take({ api, scratch }) {
    const name = 'bench-start';
    // GNU date knows nanoseconds; /proc restricts the measures to Linux anyway.
    const command = `date +%s%N > ${scratch}/$DAG_RUN_ID`;
    await api.post('/dags', { name, spec: `steps:\n  - name: s\n    command: ${command}\n` });
    const answered: number[] = [];
    const begun: number[] = [];
    for (let index = 0; index < TIMES; index += 1) {
      const dagRunId = `start-${index}`;
      const sentAt = performance.timeOrigin + performance.now();
      await api.post(`/dags/${name}/start`, { dagRunId });
      answered.push(performance.timeOrigin + performance.now() - sentAt);
      await api.waitForRun(name, dagRunId);
      begun.push(Number(readFileSync(join(scratch, dagRunId), 'utf8')) / 1e6 - sentAt);
    }
    return { 'start.answer': median(answered), 'start.begin': median(begun) };
  },
};
