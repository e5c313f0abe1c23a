import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { largeGraph, STEPS } from './large-graph.ts';
import { paintedAfter } from './page-cost.ts';
import type { WindowRow } from './window-row.ts';

const NAME = 'bench-graph';
const RUN = 'bench-graph-run';
const bound = {
  unit: 'ms',
  better: 'lower',
  budget: 1000,
  reason: 'longer than a second is a wait in which a person looks elsewhere',
} as const;

/** A large graph, from the navigation to its first steps on the screen: of a run, and beside the editor. */
export const graph: WindowRow = {
  name: 'graph',
  figures: [
    { key: 'window.graph.run', title: `graph of a run of ${STEPS} steps drawn`, ...bound },
    { key: 'window.graph.text', title: `graph of a text of ${STEPS} steps drawn`, ...bound },
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
    const ofRun = await paintedAfter(page, '.graph-node');
    await goTo(`/dags/${NAME}`);
    return {
      'window.graph.run': ofRun,
      'window.graph.text': await paintedAfter(page, '.graph-node'),
    };
  },
};
