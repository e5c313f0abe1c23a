import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import type { RunDetail } from '../../../engine/contract/run.ts';
import { campaign } from '../../support/campaign.ts';
import { anEngine, endOf, eventually, nodeOf, type EndedRun } from '../../support/engine.ts';
import { forkEngine, type ForkedEngine } from '../../support/fork-engine.ts';
import { isAlive, killGroup, parentOf } from '../../support/processes.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';

const STEPS = 20;
const numbers = Array.from({ length: STEPS }, (_, index) => index);
const run = { name: 'test', dagRunId: 'crashed' };
const fours = numbers.slice(0, campaign('DAGWRIGHT_CRASHES', { short: 2, full: 20 }));

/** Steps that note that they began, log numbered lines for a while, and end with a code of their own. */
function twentySteps(traceFolder: string): string {
  const steps = numbers.map(
    (number) => `
  - name: step-${number}
    command: |
      echo began >> ${traceFolder}/${number}
      i=0
      while [ $i -lt 10 ]; do
        echo "step ${number} line $i"
        [ $((i % 3)) -ne 0 ] || echo "step ${number} trouble $i" >&2
        sleep 0.${10 + (number % 5)}
        i=$((i+1))
      done
      exit ${exitCodeOf(number)}`,
  );
  return `type: graph\nmax_active_steps: ${STEPS}\nsteps:${steps.join('')}\n`;
}

const exitCodeOf = (number: number): number => (number % 4 === 0 ? 0 : 40 + number);

function linesOf(number: number): { stdout: string; stderr: string } {
  const lines = Array.from({ length: 10 }, (_, line) => line);
  const troubles = lines.filter((line) => line % 3 === 0);
  return {
    stdout: lines.map((line) => `step ${number} line ${line}\n`).join(''),
    stderr: troubles.map((line) => `step ${number} trouble ${line}\n`).join(''),
  };
}

const began = (folder: string, number: number): string => {
  const file = join(folder, String(number));
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

const show = async (engine: ForkedEngine): Promise<RunDetail> =>
  (await engine.call('runs.get', run)).dagRun;

async function startOn(engine: ForkedEngine, spec: string): Promise<void> {
  await engine.call('runs.start', { spec, ...run });
}

async function takeOver(config: Config): Promise<EndedRun> {
  return endOf({ engine: await anEngine({ config }), ...run });
}

describe('an engine that is killed while twenty steps run', () => {
  async function round(killAfterMs: number): Promise<void> {
    const config = temporaryConfig();
    const traces = temporaryFolder('traces');
    const first = await forkEngine(config);
    await startOn(first, twentySteps(traces));
    await eventually(
      () => numbers.every((number) => began(traces, number) !== ''),
      'all steps have begun',
    );

    await delay(killAfterMs);
    await first.kill();
    const { node } = await takeOver(config);

    for (const number of numbers) {
      const { exitCode, statusLabel, stdout, stderr, error } = node(`step-${number}`);
      const logs = { stdout: readFileSync(stdout, 'utf8'), stderr: readFileSync(stderr, 'utf8') };
      const where = `step ${number}, killed ${killAfterMs} ms after the start: ${error}`;
      expect(exitCode, where).toBe(exitCodeOf(number));
      expect(statusLabel, where).toBe(exitCode === 0 ? 'succeeded' : 'failed');
      expect(logs, where).toEqual(linesOf(number));
      expect(began(traces, number), where).toBe('began\n');
    }
  }

  // Four at a time: a round is mostly waiting.
  it.each(fours)(
    'loses no step, exit code or line of a log (four rounds, no. %i)',
    async () => {
      await Promise.all(numbers.slice(0, 4).map(() => round(Math.floor(Math.random() * 1400))));
    },
    60_000,
  );

  it('begins every step of an accepted run exactly once, however early it is killed', async () => {
    const rounds = numbers.slice(0, 6).map(async (index) => {
      const config = temporaryConfig();
      const traces = temporaryFolder('traces');
      const first = await forkEngine(config);
      const isAnswered = index % 2 === 0;
      // The answer may be lost in the crash.
      const answer = startOn(first, twentySteps(traces)).catch(() => undefined);
      if (isAnswered) await answer;

      await delay(index * 12);
      await first.kill();
      const second = await anEngine({ config });
      const { dagRuns } = await second.client.call('runs.list', {});
      if (isAnswered) expect(dagRuns).toHaveLength(1);
      if (dagRuns.length === 0) return;
      const { node } = await endOf({ engine: second, ...run });

      for (const number of numbers) {
        const { exitCode, error } = node(`step-${number}`);
        expect(error).not.toContain('exit unknown');
        expect(began(traces, number)).toBe('began\n');
        expect(exitCode).toBe(exitCodeOf(number));
      }
    });
    await Promise.all(rounds);
  }, 60_000);
});

describe('a step whose launcher was killed while no engine ran', () => {
  const spec = `steps:
  - name: first
    command: |
      sleep 60 &
      echo $!
      echo $$
      wait
  - name: second
    command: echo never
`;

  async function crashAndKill(kill: (leader: number) => void): Promise<[EndedRun, number[]]> {
    const config = temporaryConfig();
    const first = await forkEngine(config);
    await startOn(first, spec);
    const log = async (): Promise<string> => {
      const { stdout } = nodeOf(await show(first), 'first');
      return stdout !== '' && existsSync(stdout) ? readFileSync(stdout, 'utf8') : '';
    };
    await eventually(async () => /\d+\n\d+\n/.test(await log()), 'the step has a child');
    const [child = 0, shell = 0] = (await log()).split('\n').map(Number);
    const launcher = parentOf(shell);

    await first.kill();
    kill(launcher);
    return [await takeOver(config), [child, shell, launcher]];
  }

  it.each([
    { victim: 'the launcher alone', kill: (leader: number) => process.kill(leader, 'SIGKILL') },
    { victim: 'its whole group', kill: killGroup },
  ])('is failed with an unknown exit, not run again: $victim', async ({ kill }) => {
    const [{ run: ended, node }, pids] = await crashAndKill(kill);

    expect(node('first')).toMatchObject({ statusLabel: 'failed', exitCode: null });
    expect(node('first').error).toMatch(/^exit unknown/);
    expect(node('second').statusLabel).toBe('aborted');
    expect(ended.statusLabel).toBe('failed');
    await eventually(() => !pids.some(isAlive), 'nothing of the step is left');
  });
});
