import { median, timeEach, type Measure } from '../measure.ts';

const DAGS = 1_000;
const PAGES = 8;
const TEAMS = 7;

/** A home with a thousand DAGs: making them, listing them, looking at one. */
export const dags: Measure = {
  name: 'dags',
  figures: [
    {
      key: 'dags.create',
      title: 'create a DAG',
      unit: 'ms',
      better: 'lower',
      budget: 2.9,
      reason: 'what the peer needs, and a fifth for the sync of the file to disk',
      peerThen: 2.4,
    },
    {
      key: 'dags.list',
      title: 'list 100 of 1,000 DAGs',
      unit: 'ms',
      better: 'lower',
      budget: 6,
      peerThen: 127,
    },
    {
      key: 'dags.tag',
      title: 'the same, by tag',
      unit: 'ms',
      better: 'lower',
      budget: 6,
      peerThen: 123,
    },
    {
      key: 'dags.detail',
      title: 'detail of a DAG',
      unit: 'ms',
      better: 'lower',
      budget: null,
      peerThen: null,
    },
  ],

  async take({ api }) {
    const name = (index: number) => `bench-dag-${index}`;
    const created = await timeEach({ times: DAGS, atOnce: 4 }, (index) =>
      api.post('/dags', { name: name(index), spec: specOf(index) }),
    );
    // The first list after so many changes is not the one that people wait for each day.
    await api.get('/dags?perPage=100');
    const listed = await timeEach({ times: 100, atOnce: 2 }, (index) =>
      api.get(`/dags?perPage=100&page=${1 + (index % PAGES)}`),
    );
    const byTag = await timeEach({ times: 30, atOnce: 2 }, (index) =>
      api.get(`/dags?perPage=100&tags=team=t${index % TEAMS}`),
    );
    const looked = await timeEach({ times: 200, atOnce: 2 }, (index) =>
      api.get(`/dags/${name(index)}`),
    );
    return {
      'dags.create': median(created),
      'dags.list': median(listed),
      'dags.tag': median(byTag),
      'dags.detail': median(looked),
    };
  },
};

/** With a schedule that is far away, so that nothing begins by itself. */
function specOf(index: number): string {
  return [
    'schedule: "0 3 1 1 *"',
    `tags: "team=t${index % TEAMS}"`,
    'steps:',
    '  - name: s',
    `    command: echo ${index}`,
    '',
  ].join('\n');
}
