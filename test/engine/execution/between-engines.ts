import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import type { Config } from '../../../engine/config/config.ts';
import type { Clock } from '../../../engine/lib/clock.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { anEngine, eventually, type RunOfEngine } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';

export const HOUR_MS = 3_600_000;

/** As if so much time had passed since. */
export const later = (ms: number): Clock => ({
  ...systemClock,
  now: () => systemClock.now() + ms,
  elapsed: () => systemClock.elapsed() + ms,
});

/** As if somebody had set the clock by so much. */
export const setBy = (ms: number): Clock => ({ ...systemClock, now: () => systemClock.now() + ms });

/** A command that goes on until it is let go. */
export interface HeldCommand {
  readonly command: string;
  /** Whether it has begun. */
  readonly isUp: () => boolean;
  readonly letGo: () => void;
}

export function aHeldCommand(): HeldCommand {
  const folder = temporaryFolder('held');
  const [up, go] = [join(folder, 'up'), join(folder, 'go')];
  return {
    command: `touch ${up}; until [ -e ${go} ]; do sleep 0.02; done`,
    isUp: () => existsSync(up),
    letGo: () => writeFileSync(go, ''),
  };
}

/** A run in an engine that has been stopped since, as soon as the run had come so far. */
export async function leftRun(
  spec: string,
  isSoFar: () => boolean,
  options: LeftOptions = {},
): Promise<RunOfEngine> {
  const engine = await anEngine({ clock: options.clock ?? systemClock });
  await engine.client.call('dags.create', { name: 'test', spec });
  const { dagRunId } = await engine.client.call('dags.start', { fileName: 'test' });
  const run = { engine, name: 'test', dagRunId };
  await options.first?.(run);
  await eventually(isSoFar, 'the run has come so far');
  await engine.stop();
  return run;
}

export interface LeftOptions {
  readonly clock?: Clock;
  /** What is done with the run before. */
  readonly first?: (run: RunOfEngine) => Promise<unknown>;
}

/** The same run in the next engine. */
export async function takeOver(left: RunOfEngine, clock: Clock): Promise<RunOfEngine> {
  return { ...left, engine: await anEngine({ config: left.engine.config, clock }) };
}

/** Asks or alters what engines have stored, while none runs. */
export function store({ paths }: Config) {
  const change = (sql: string): void => withDatabase((db) => void db.exec(sql));
  const value = (sql: string): unknown => withDatabase((db) => db.prepare(sql).pluck().get());
  function withDatabase<T>(use: (db: SQLite.Database) => T): T {
    const db = new SQLite(join(paths.dataDir, 'engine.db'));
    try {
      return use(db);
    } finally {
      db.close();
    }
  }
  return { change, value };
}

/** The record of the first attempt of a step, of the run or of the first one that it called. */
export function recordOf(config: Config, { called = false, position = 0 } = {}): string {
  const key = store(config).value(
    `SELECT key FROM run WHERE parent_id IS ${called ? 'NOT NULL' : 'NULL'} ORDER BY id`,
  );
  return join(config.paths.dataDir, 'work', key as string, `${position}-1.exit`);
}

/** Waits for the exit in a record; returns the time of that. */
export async function exitIn(record: string): Promise<number> {
  await eventually(
    () => existsSync(record) && readFileSync(record, 'utf8').includes('exited'),
    'the step has ended',
  );
  return Math.floor(statSync(record).mtimeMs);
}
