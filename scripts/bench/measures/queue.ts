import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { timeEach, type Measure } from '../measure.ts';
import { SUCCEEDED } from './specs.ts';

const RUNS = 200;
const PLACES = 8;
const QUEUE = 'bench';

/** Many runs that go through one queue: how fast, and whether in their order. */
export const queue: Measure = {
  name: 'queue',
  figures: [
    {
      key: 'queue.rate',
      title: '200 queued runs through a queue of 8',
      unit: '/s',
      better: 'higher',
      budget: 100,
      peerThen: 2.6,
    },
    {
      key: 'queue.out-of-turn',
      title: 'those that began out of turn',
      unit: '',
      better: 'lower',
      budget: 0,
      peerThen: null,
    },
    {
      key: 'queue.failed',
      title: 'those that failed',
      unit: '',
      better: 'lower',
      budget: 0,
      peerThen: null,
    },
  ],

  fillHome({ root, dagsDir, key }) {
    writeFileSync(
      join(root, 'config.yaml'),
      `queues:\n  enabled: true\n  config:\n    - name: ${QUEUE}\n      ${key('max_concurrency')}: ${PLACES}\n`,
    );
    const command = `echo "$DAG_RUN_ID" >> ${root}/begun`;
    const spec = `queue: ${QUEUE}\nsteps:\n  - name: s\n    command: ${command}\n`;
    writeFileSync(join(dagsDir, `${QUEUE}.yaml`), spec);
  },

  async take({ api, home }) {
    const ids = Array.from({ length: RUNS }, (_, index) => `queued-${index}`);
    const begun = performance.now();
    await timeEach({ times: RUNS, atOnce: 1 }, (index) =>
      api.post(`/dags/${QUEUE}/enqueue`, { dagRunId: ids[index] }),
    );
    let failed = 0;
    for (const dagRunId of ids) {
      if ((await api.waitForRun(QUEUE, dagRunId)).status !== SUCCEEDED) failed += 1;
    }
    const seconds = (performance.now() - begun) / 1000;
    const order = readFileSync(join(home, 'begun'), 'utf8').trim().split('\n');
    // Those that run at the same time may come to their first line in any order.
    const turns = order.map((id, place) => Math.abs(ids.indexOf(id) - place));
    return {
      'queue.rate': RUNS / seconds,
      'queue.out-of-turn': turns.filter((places) => places >= PLACES).length,
      'queue.failed': failed,
    };
  },
};
