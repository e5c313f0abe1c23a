import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import type { Config } from '../../engine/config/config.ts';
import { anEngine, startInline, untilLogHolds } from './engine.ts';
import { temporaryFolder } from './home.ts';

/** The run that these tests look at. */
export const run = { name: 'test', dagRunId: 'one' };

/** A step that says so when it runs, and ends when it is let go. */
export function aHeldStep() {
  const folder = temporaryFolder('held');
  const spec = `steps:\n  - name: held\n    command: "echo up; until [ -e ${folder}/go ]; do sleep 0.02; done; echo down"\n  - name: after\n    command: echo x >> ${folder}/after\n`;
  return {
    spec,
    letGo: () => writeFileSync(join(folder, 'go'), ''),
    after: () =>
      existsSync(join(folder, 'after')) ? readFileSync(join(folder, 'after'), 'utf8') : '',
  };
}

/** A home whose engine has quit while a step runs. */
export async function aHomeLeftRunning() {
  const step = aHeldStep();
  const started = await startInline(step.spec, run);
  const { engine } = started;
  await untilLogHolds(started, 'held', 'up');
  await engine.stop();
  return { config: engine.config, step };
}

/** A column of what the database of a home answers that nobody serves. */
export function query(config: Config, sql: string): unknown[] {
  const db = new SQLite(join(config.paths.dataDir, 'engine.db'), { readonly: true });
  try {
    return db.prepare(sql).pluck().all();
  } finally {
    db.close();
  }
}

/** The id of a home that nobody serves. */
export const identityOf = (config: Config): unknown =>
  query(config, 'SELECT identity FROM home')[0];

/** An engine on a home that was left, moved or copied. */
export async function goOnIn(config: Config) {
  const engine = await anEngine({ config });
  return { engine, ...run };
}
