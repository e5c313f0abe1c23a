import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { seededRandom } from '../../../scripts/samples/seeded-random.ts';
import type { Config } from '../../../engine/config/config.ts';
import { openDatabase } from '../../../engine/storage/database.ts';
import { campaign } from '../../support/campaign.ts';
import { anEngine } from '../../support/engine.ts';
import { forkEngine, type ForkedEngine } from '../../support/fork-engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';

const SNAPSHOTS = campaign('DAGWRIGHT_SNAPSHOTS', { short: 8, full: 200 });
const SEED = Number(process.env['DAGWRIGHT_SNAPSHOT_SEED'] ?? 1);
const CLIENTS = 3;
/** Engines are started on so many of the copies; the others are opened and checked. */
const STARTED = 4;

const spec = `params: [{N: 0}]
steps:
  - name: one
    command: echo "$N"; seq 500
    output: OUT
  - name: two
    command: echo "\${OUT}" | tail -1
`;

/** Clients that start runs, one after another, until they are told to end. */
function startRuns({ call }: ForkedEngine) {
  const acknowledged: string[] = [];
  let goesOn = true;
  let count = 0;
  const client = async (): Promise<void> => {
    while (goesOn) {
      const params = JSON.stringify({ N: (count += 1) });
      const { dagRunId } = await call('runs.start', { spec, name: 'load', params });
      acknowledged.push(dagRunId);
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, client));
  return {
    acknowledged,
    end: async () => {
      goesOn = false;
      await clients;
    },
  };
}

/** What a disk would show if the power went now: the process stands still while its files are copied. */
async function snapshotOf({ pid }: ForkedEngine, config: Config): Promise<Config> {
  const copy = temporaryConfig();
  process.kill(pid, 'SIGSTOP');
  while (!/\) T /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))) await delay(1);
  try {
    mkdirSync(copy.paths.dataDir, { recursive: true });
    for (const name of ['engine.db', 'engine.db-wal']) {
      const file = join(config.paths.dataDir, name);
      if (existsSync(file)) cpSync(file, join(copy.paths.dataDir, name));
    }
    cpSync(config.paths.logDir, copy.paths.logDir, { recursive: true });
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  return copy;
}

interface Row {
  readonly runId: string;
  readonly status: string;
  readonly folder: string;
}

/** The runs in a copy, after every check that a database can be put to. */
function runsIn({ paths }: Config): readonly Row[] {
  const db = openDatabase(join(paths.dataDir, 'engine.db'));
  try {
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.pragma('foreign_key_check')).toEqual([]);
    return db
      .prepare('SELECT run_id AS runId, status, log_folder AS folder FROM run')
      .all() as Row[];
  } finally {
    db.close();
  }
}

it(
  `a copy of database and logs at one of ${SNAPSHOTS} instants under load opens, is whole, and holds every run that was answered`,
  { timeout: 60_000 + SNAPSHOTS * 5000 },
  async () => {
    const random = seededRandom(SEED);
    const config = temporaryConfig();
    mkdirSync(config.paths.dagsDir, { recursive: true });
    const engine = await forkEngine(config);
    const load = startRuns(engine);
    let most = 0;

    for (let taken = 0; taken < SNAPSHOTS; taken++) {
      await delay(random.between(5, SNAPSHOTS > 20 ? 120 : 300));
      const answered = [...load.acknowledged];
      const copy = await snapshotOf(engine, config);

      const rows = runsIn(copy);
      const known = new Set(rows.map(({ runId }) => runId));
      expect(answered.filter((id) => !known.has(id))).toEqual([]);
      const unlogged = rows.filter(
        ({ status, folder }) =>
          status === 'succeeded' &&
          !existsSync(join(copy.paths.logDir, basename(folder), 'run.log')),
      );
      expect(unlogged).toEqual([]);
      most = Math.max(most, rows.length);
      if (taken < STARTED) await startOn(copy, rows);
    }
    await load.end();
    await engine.stop();

    if (SNAPSHOTS > 20) console.log(JSON.stringify({ SNAPSHOTS, SEED, runs: most }));
    expect(most).toBeGreaterThan(SNAPSHOTS);
  },
);

/** An engine goes on from the copy: it shows all its runs, with the logs that were copied. */
async function startOn(copy: Config, rows: readonly Row[]): Promise<void> {
  const engine = await anEngine({ config: copy });
  const { dagRuns } = await engine.client.call('runs.list', {});
  expect(dagRuns).toHaveLength(rows.length);
  const logs = dagRuns
    .filter(({ statusLabel }) => statusLabel === 'succeeded')
    .map(({ log }) => log);
  expect(logs.filter((log) => !log.startsWith(copy.paths.logDir) || !existsSync(log))).toEqual([]);
  await engine.stop();
}

it('a backup tool may copy the files of an engine that is stopped', async () => {
  const config = temporaryConfig();
  const engine = await forkEngine(config);
  const { dagRunId } = await engine.call('runs.start', { spec: 'steps: [echo hi]', name: 'a' });
  await engine.stop();
  const folder = temporaryFolder();

  cpSync(config.paths.dataDir, folder, { recursive: true });

  const db = openDatabase(join(folder, 'engine.db'));
  expect(db.prepare('SELECT run_id FROM run').pluck().all()).toEqual([dagRunId]);
  db.close();
});
