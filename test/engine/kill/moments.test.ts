import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import { anEngine, endOf, eventually, runUntil, startInline } from '../../support/engine.ts';
import { forkEngine, type ForkedEngine } from '../../support/fork-engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';

/** Moments of a kill that chance seldom hits. */
const run = { name: 'test', dagRunId: 'one' };

const takeOver = async (config: Config) => endOf({ engine: await anEngine({ config }), ...run });

/** An engine with a run that has come to where a file is made. */
async function engineAt(spec: string, file: string): Promise<[Config, ForkedEngine]> {
  const config = temporaryConfig();
  const engine = await forkEngine(config);
  await engine.call('runs.start', { spec, ...run });
  await eventually(() => existsSync(file), `${file} is there`);
  return [config, engine];
}

describe('an engine that is killed while handlers run', () => {
  const handler = (event: string, folder: string): string => `handler_on:
  ${event}:
    command: touch ${folder}/handling; until [ -e ${folder}/go ]; do sleep 0.02; done; echo done
`;

  it('leaves the handlers of a stop alone: they come to their end', async () => {
    const folder = temporaryFolder();
    const began = join(folder, 'began');
    const spec = `${handler('abort', folder)}steps: [{command: "touch ${began}; sleep 60"}]\n`;
    const [config, engine] = await engineAt(spec, began);
    await engine.call('runs.stop', run);
    await eventually(() => existsSync(join(folder, 'handling')), 'the handler runs');

    await engine.kill();
    const ended = takeOver(config);
    writeFileSync(join(folder, 'go'), '');

    expect((await ended).run.onAbort).toMatchObject({ statusLabel: 'succeeded', exitCode: 0 });
  });

  it('goes on stopping them when it was they who were stopped', async () => {
    const folder = temporaryFolder();
    const spec = `max_clean_up_time_sec: 3600
${handler('exit', folder).replace('command: ', `command: trap "touch ${folder}/asked" TERM; `)}steps: []
`;
    const [config, engine] = await engineAt(spec, join(folder, 'handling'));
    await engine.call('runs.stop', run);
    await eventually(() => existsSync(join(folder, 'asked')), 'the handler was asked to end');

    await engine.kill();
    const ended = takeOver(config);
    writeFileSync(join(folder, 'go'), '');

    expect((await ended).run.onExit).toMatchObject({ statusLabel: 'aborted', error: 'stopped' });
  });
});

it('a step that an engine ended for its time limit before it was killed has still timed out', async () => {
  const folder = temporaryFolder();
  const spec = `max_clean_up_time_sec: 3600
steps:
  - timeout_sec: 1
    command: |
      trap 'touch ${folder}/asked; until [ -e ${folder}/go ]; do sleep 0.02; done; exit 3' TERM
      while :; do sleep 0.02; done
`;
  const [config, engine] = await engineAt(spec, join(folder, 'asked'));

  await engine.kill();
  writeFileSync(join(folder, 'go'), '');
  await eventually(() => recordsOf(config).includes('exited'), 'the step has ended');
  const { run: ended } = await takeOver(config);

  expect(ended.nodes[0]).toMatchObject({ statusLabel: 'failed', exitCode: 124 });
});

/** What the launchers of a home have noted. */
function recordsOf({ paths }: Config): string {
  const work = join(paths.dataDir, 'work');
  return readdirSync(work, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.exit'))
    .map((file) => readFileSync(join(work, file), 'utf8'))
    .join('');
}

it('an engine that is killed as it tries a call again goes on in the run that failed', async () => {
  const folder = temporaryFolder();
  const config = temporaryConfig();
  const spec = `steps: [{name: call, call: kid, retry_policy: {limit: 1, interval_sec: 3600}}]
---
name: kid
steps:
  - {name: solid, command: echo x >> ${folder}/solid}
  - {name: weak, command: test -e ${folder}/go}
`;
  const first = await anEngine({ config });
  await startInline(spec, { engine: first, ...run });
  await runUntil({ engine: first, ...run }, ({ nodes }) => nodes[0]?.stage === 'pausing');
  await first.stop();
  writeFileSync(join(folder, 'go'), '');
  intendSecondAttempt(config);

  const { node } = await takeOver(config);

  expect(node('call').statusLabel).toBe('succeeded');
  expect(node('call').subRuns.length + node('call').subRunsRepeated.length).toBe(1);
  expect(readFileSync(join(folder, 'solid'), 'utf8')).toBe('x\n');
});

/** What a kill leaves between the intent to make an attempt and its calls. */
function intendSecondAttempt({ paths }: Config): void {
  const db = new SQLite(join(paths.dataDir, 'engine.db'));
  db.exec(`
    UPDATE node SET stage = 'executing', attempt = 2, due_at = NULL, detail = '{}'
      WHERE stage = 'pausing';
    INSERT INTO attempt (run_id, position, number, nonce, started_at, cause, stdout_from)
      SELECT run_id, position, 2, 'nonce', started_at, 'retry', 0 FROM node WHERE stage = 'executing'`);
  db.close();
}
