import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { foldersBelow } from '../../../engine/config/app-folders.ts';
import { openDatabase } from '../../../engine/storage/database.ts';
import { insertNodes } from '../../../engine/storage/nodes.ts';
import { insertRun, updateRun, type NewRun } from '../../../engine/storage/runs.ts';
import { idleSteps } from '../measures/specs.ts';

const APART_MS = 15_000;

export interface History {
  /** So many are there in the end. */
  readonly runs: number;
  /** So many have been stored before; none when left out. */
  readonly from?: number;
  /** Names of the DAGs that had these runs in turn. */
  readonly dagNames: readonly string[];
}

/** Stores finished runs of one step in a home whose engine does not run; the newest ended just now. */
export function fillRuns(home: string, { runs, from = 0, dagNames }: History): void {
  const { dataDir, logDir } = foldersBelow(home, process);
  mkdirSync(dataDir, { recursive: true });
  const db = openDatabase(join(dataDir, 'engine.db'));
  const now = Date.now();
  db.transaction(() => {
    for (let index = from; index < runs; index += 1) {
      const dagName = dagNames[index % dagNames.length] ?? '';
      const at = now - (runs - index) * APART_MS;
      const id = insertRun(db, aRun(index, { at, dagName, logFolder: join(logDir, dagName) }));
      insertNodes(db, id, ['s0']);
      updateRun(db, id, { status: 'succeeded', finishedAt: at + 500, error: '' });
    }
  })();
  db.close();
}

type Place = Pick<NewRun, 'dagName' | 'logFolder'> & { readonly at: number };

function aRun(index: number, { at, dagName, logFolder }: Place): NewRun {
  return {
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
    queue: dagName,
    attemptId: `attempt-${index}`,
    params: '{}',
    context: '{}',
    tags: '[]',
    createdAt: at,
    queuedAt: null,
    startedAt: at,
    logFolder,
    retentionDays: -1,
  };
}
