import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import { openDatabase, type Database } from '../../../engine/storage/database.ts';
import { seededRandom } from '../../../scripts/samples/seeded-random.ts';
import { campaign } from '../../support/campaign.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/home.ts';
import { serveEngine } from '../../support/serve-engine.ts';
import { faultsOf } from './client-runs.ts';
import { Crowd } from './crowd.ts';

const SNAPSHOTS = campaign('DAGWRIGHT_SNAPSHOTS', { short: 12, full: 200 });
const SNAPSHOTS_OF_A_HOME = 40;
const SEED = Number(process.env['DAGWRIGHT_KILL_SEED'] ?? 1);
const homes = Array.from({ length: Math.ceil(SNAPSHOTS / SNAPSHOTS_OF_A_HOME) }, (_, index) => ({
  seed: SEED + index,
  count: Math.min(SNAPSHOTS_OF_A_HOME, SNAPSHOTS - index * SNAPSHOTS_OF_A_HOME),
}));
const LONGEST_WAIT_MS = 150;

it.each(homes)(
  'a copy of database and logs made at any instant under load is sound and has every confirmed run: $count copies, seed $seed',
  async ({ seed, count }) => {
    const random = seededRandom(seed);
    const crowd = new Crowd(seed);
    const engine = await serveEngine(crowd.config);
    crowd.meet(engine);
    const faults: string[] = [];
    let accepted: readonly string[] = [];

    for (let made = 0; made < count; made += 1) {
      await delay(random.between(1, LONGEST_WAIT_MS));
      accepted = crowd.accepted;
      const copy = await frozen(engine.pid, () => copyOf(crowd.config));
      faults.push(...faultsOfCopy(copy, accepted));
      rmSync(copy, { recursive: true });
    }
    crowd.part();
    await engine.stop();
    const aftermath = await crowd.finish();
    if (SNAPSHOTS > SNAPSHOTS_OF_A_HOME)
      console.log(JSON.stringify({ seed, runs: accepted.length }));

    expect(faults).toEqual([]);
    expect(accepted.length).toBeGreaterThan(0);
    expect(faultsOf(aftermath)).toEqual([]);
    expect(crowd.surprises).toEqual([]);
  },
  300_000,
);

/** Does a thing while a process stands still, as a snapshot of a file system sees it: between two of its calls. */
async function frozen<T>(pid: number, act: () => T): Promise<T> {
  process.kill(pid, 'SIGSTOP');
  try {
    await eventually(() => stateOf(pid) === 'T', 'the engine stands still');
    return act();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

function stateOf(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return stat[stat.lastIndexOf(')') + 2];
}

function copyOf({ paths }: Config): string {
  const copy = temporaryFolder('copy');
  for (const name of readdirSync(paths.dataDir)) {
    if (name.startsWith('engine.db')) cpSync(join(paths.dataDir, name), join(copy, name));
  }
  cpSync(paths.logDir, join(copy, 'logs'), { recursive: true });
  return copy;
}

function faultsOfCopy(copy: string, accepted: readonly string[]): readonly string[] {
  const db = openDatabase(join(copy, 'engine.db'));
  const pluck = (sql: string): unknown[] => db.prepare(sql).pluck().all();
  const stored = new Set(pluck('SELECT run_id FROM run'));
  const lost = accepted.filter((id) => !stored.has(id));
  const unsound = pluck('PRAGMA integrity_check').filter((word) => word !== 'ok');
  const loose = db.pragma('foreign_key_check') as unknown[];
  const logless = logsOf(db).filter((file) => !existsSync(file.replace(/^home/, copy)));
  db.close();
  return [
    ...lost.map((id) => `the copy has no run ${id}`),
    ...unsound.map(String),
    ...loose.map((row) => `refers to nothing: ${JSON.stringify(row)}`),
    ...logless.map((file) => `there is no ${file}`),
  ];
}

/** Files in which steps that have ended have printed, relative to the home. */
function logsOf(db: Database): readonly string[] {
  return db
    .prepare("SELECT stdout FROM node WHERE status = 'succeeded' AND stdout <> ''")
    .pluck()
    .all() as string[];
}
