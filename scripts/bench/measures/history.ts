import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { foldersBelow } from '../../../engine/config/app-folders.ts';
import { openDatabase } from '../../../engine/storage/database.ts';
import { insertRun, updateRun } from '../../../engine/storage/runs.ts';
import { median, timeEach, type Measure } from '../measure.ts';
import { idleSteps } from './specs.ts';

const RUNS = 100_000;
const DAGS = 50;
const MINUTE_MS = 60_000;

/** The newest page of a long history. */
export const history: Measure = {
  name: 'history',
  figures: [
    {
      key: 'history.newest',
      title: 'newest 100 of 100,000 runs',
      unit: 'ms',
      better: 'lower',
      budget: 5,
      peerThen: null,
    },
  ],

  fillHome(home) {
    const { dataDir, logDir } = foldersBelow(home, process);
    mkdirSync(dataDir, { recursive: true });
    const db = openDatabase(join(dataDir, 'engine.db'));
    db.transaction(() => {
      for (let index = 0; index < RUNS; index += 1) {
        const at = Date.now() - ((RUNS - index) * MINUTE_MS) / 4;
        const dagName = `bench-history-${index % DAGS}`;
        const id = insertRun(db, {
          key: `bench-${index}`,
          dagName,
          runId: `bench-${index}`,
          fileName: null,
          definition: idleSteps(1),
          base: null,
          document: null,
          rootId: null,
          parentId: null,
          parentPosition: null,
          depth: 0,
          phase: 'steps',
          status: 'running',
          triggerType: 'manual',
          attemptId: `attempt-${index}`,
          params: '{}',
          context: '{}',
          tags: '[]',
          createdAt: at,
          queuedAt: null,
          startedAt: at,
          logFolder: join(logDir, dagName),
          retentionDays: -1,
        });
        updateRun(db, id, { status: 'succeeded', finishedAt: at + 500, error: '' });
      }
    })();
    db.close();
  },

  async take({ api }) {
    const newest = () => api.get<{ dagRuns: unknown[] }>('/dag-runs?limit=100');
    const { length } = (await newest()).dagRuns;
    if (length !== 100) throw new Error(`The page has ${length} runs in place of 100.`);
    return {
      'history.newest': median(await timeEach({ times: 100, atOnce: 2 }, newest)),
    };
  },
};
