import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import type { RunDetail } from '../../../engine/contract/run.ts';
import { eventually } from '../../support/engine.ts';
import { forkEngine } from '../../support/fork-engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';

/** Longer than it takes to notice. */
const HELD_MS = 3000;
const run = { name: 'held', dagRunId: 'r' };

interface Held {
  readonly dagRun: RunDetail;
  /** When the step had ended, and when the engine went on, milliseconds since the epoch. */
  readonly endedAt: number;
  readonly wokenAt: number;
}

/** A run whose step ends while its engine is stopped, as by a laptop that is shut. */
async function heldWhileItEnds(fields: string, stepFields = ''): Promise<Held> {
  const folder = temporaryFolder('held');
  const [begun, go, done] = ['begun', 'go', 'done'].map((name) => join(folder, name));
  const config: Config = temporaryConfig();
  const engine = await forkEngine(config);
  const spec = `${fields}
steps:
  - name: main
    command: touch ${begun}; until [ -e ${go} ]; do sleep 0.05; done; touch ${done}
${stepFields}`;
  await engine.call('runs.start', { spec, ...run });
  await eventually(() => isThere(begun), 'the step has begun');
  process.kill(engine.pid, 'SIGSTOP');
  writeFileSync(go ?? '', '');
  await eventually(() => isThere(done), 'the step has ended');
  const endedAt = statSync(done ?? '').mtimeMs;
  await eventually(() => Date.now() - endedAt > HELD_MS, 'the engine has been held for a while');
  const wokenAt = Date.now();
  process.kill(engine.pid, 'SIGCONT');
  await eventually(async () => {
    const { dagRun } = await engine.call('runs.get', run);
    return dagRun.finishedAt !== '';
  }, 'the run has ended');
  const { dagRun } = await engine.call('runs.get', run);
  return { dagRun, endedAt, wokenAt };
}

const isThere = (file = ''): boolean => statSync(file, { throwIfNoEntry: false }) !== undefined;

describe('an engine that was stopped while a step ended', () => {
  it('says when the step and its run ended, as the record of the step does', async () => {
    const { dagRun, wokenAt } = await heldWhileItEnds('');

    expect(dagRun.statusLabel).toBe('succeeded');
    for (const { finishedAt } of [dagRun, ...dagRun.nodes]) {
      expect(wokenAt - Date.parse(finishedAt)).toBeGreaterThan(HELD_MS - 1000);
    }
  });

  it.each([
    ['the step', '', '    timeout_sec: 3\n'],
    ['its run', 'timeout_sec: 3', ''],
  ])(
    'lets what ended in time succeed, where %s has a limit that passed meanwhile',
    async (...given) => {
      const [, fields, stepFields] = given;

      const { dagRun } = await heldWhileItEnds(fields, stepFields);

      expect([dagRun.statusLabel, dagRun.nodes[0]?.statusLabel]).toEqual([
        'succeeded',
        'succeeded',
      ]);
    },
  );
});
