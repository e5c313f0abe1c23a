import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openDatabase, type Database } from '../../engine/storage/database.ts';
import { isActiveRun, type RunStatus } from '../../engine/contract/status.ts';
import { insertRun, updateRun } from '../../engine/storage/runs.ts';
import { temporaryFolder } from './home.ts';

/** A run by what is counted of it; one that has succeeded at once when nothing else is said. */
export interface GivenRun {
  readonly dag?: string;
  readonly status?: RunStatus;
  readonly queuedAt?: number | null;
  readonly startedAt?: number | null;
  /** Of ended ones. */
  readonly finishedAt?: number;
  /** Id of the run that called it. */
  readonly parentId?: number | null;
}

export interface RunStore {
  readonly db: Database;
  /** Stores runs, each of which then ends unless it is active. Returns the id of the last one. */
  readonly add: (...runs: readonly GivenRun[]) => number;
}

/** A store without an engine, to be filled with runs. */
export function aRunStore(): RunStore {
  const db = openDatabase(join(temporaryFolder('store'), 'engine.db'));
  onTestFinished(() => void db.close());
  let count = 0;
  const addOne = (given: GivenRun): number => {
    const key = `run-${count++}`;
    const { dag = 'a', status = 'succeeded', finishedAt = 0 } = given;
    const { queuedAt = null, startedAt = 0, parentId = null } = given;
    const begun = {
      status: isActiveRun(status) ? status : 'running',
      queuedAt,
      startedAt,
    } as const;
    const id = insertRun(db, { ...blank, ...begun, key, runId: key, dagName: dag, parentId });
    if (!isActiveRun(status)) updateRun(db, id, { status, finishedAt });
    return id;
  };
  return { db, add: (...runs) => db.transaction(() => runs.map(addOne).at(-1) ?? 0)() };
}

const blank = {
  fileName: null,
  definition: '',
  base: null,
  document: null,
  rootId: null,
  parentPosition: null,
  depth: 0,
  queue: '',
  phase: 'steps',
  triggerType: 'manual',
  attemptId: '',
  params: '{}',
  context: '{}',
  tags: '[]',
  createdAt: 0,
  logFolder: '',
  retentionDays: -1,
} as const;
