import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, type Measure } from '../measure.ts';

const TIMES = 12;

/** A run that is queued while nothing else is: to the answer, and to the moment at which its process has begun. */
export const enqueue: Measure = {
  name: 'enqueue',
  figures: [
    {
      key: 'enqueue.answer',
      title: 'enqueue: answered',
      unit: 'ms',
      better: 'lower',
      budget: 4,
      peerThen: 26,
    },
    {
      key: 'enqueue.begin',
      title: 'enqueue: process begun',
      unit: 'ms',
      better: 'lower',
      budget: 20,
      peerThen: 2_988,
    },
  ],

  async take({ api, scratch }) {
    const name = 'bench-enqueue';
    const command = `date +%s%N > ${scratch}/$DAG_RUN_ID`;
    await api.post('/dags', { name, spec: `steps:\n  - name: s\n    command: ${command}\n` });
    const answered: number[] = [];
    const begun: number[] = [];
    for (let index = 0; index < TIMES; index += 1) {
      const dagRunId = `enqueue-${index}`;
      const sentAt = performance.timeOrigin + performance.now();
      await api.post(`/dags/${name}/enqueue`, { dagRunId });
      answered.push(performance.timeOrigin + performance.now() - sentAt);
      await api.waitForRun(name, dagRunId);
      begun.push(Number(readFileSync(join(scratch, dagRunId), 'utf8')) / 1e6 - sentAt);
    }
    return { 'enqueue.answer': median(answered), 'enqueue.begin': median(begun) };
  },
};
