import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findCounterpart } from '../../../../scripts/test/counterparts.ts';
import { anEngine, endOf, eventually, logOf, type EndedRun } from '../../../support/engine.ts';
import { forkEngine } from '../../../support/fork-engine.ts';
import { temporaryConfig } from '../../../support/home.ts';
import { findProgramOf, parentOf } from '../../../support/step-program.ts';
import { longSteps, type LongStep } from './long-steps.ts';
import { sharedServers } from '../shared-servers.ts';

const types = Object.keys(longSteps).filter((type) => {
  const needs = longSteps[type]?.needs;
  return needs === undefined || findCounterpart(needs) !== null;
});

// Only Linux tells which program carries out a step.
describe.runIf(process.platform === 'linux').each(types)('a step of %s', (type) => {
  const servers = sharedServers();

  it('goes on when the engine is killed, and the next one tells its true end', async () => {
    const step = await made();
    const { next } = await killedWhile(step);

    const run = await next(step.letEnd);

    const { log, ...end } = step.end;
    expect(run.node('s')).toMatchObject({ ...end, attempts: 1 });
    if (log !== undefined) expect(await logOf(run, 's')).toMatch(log);
    await untilNothingIsLeft(step, false);
  });

  it('has an exit that nobody knows when its launcher is killed too, and leaves nothing behind', async () => {
    const step = await made();
    const { next, killLauncher } = await killedWhile(step);
    killLauncher();

    const run = await next();

    expect(run.node('s')).toMatchObject({ statusLabel: 'failed', attempts: 1 });
    expect(run.node('s').error).toContain('exit unknown');
    await untilNothingIsLeft(step, true);
  });

  async function made(): Promise<LongStep> {
    const step = await longSteps[type]?.make(servers);
    if (step === undefined) throw new Error('It is one of the table.');
    return step;
  }
});

const untilNothingIsLeft = ({ left }: LongStep, isKilled: boolean): Promise<void> =>
  eventually(async () => (await left(isKilled)).length === 0, 'nothing is left');

/** Kills the engine while the step is under way. */
async function killedWhile({ spec, hasBegun }: LongStep) {
  const config = temporaryConfig();
  const run = { name: 'test', dagRunId: randomUUID() };
  const first = await forkEngine(config);
  await first.call('runs.start', { spec, ...run });
  let program = 0;
  const isUnderWay = async (): Promise<boolean> => {
    program ||= findProgramOf(run) ?? 0;
    return program !== 0 && (await hasBegun());
  };
  await eventually(isUnderWay, 'the step is under way');
  const launcher = parentOf(program);
  await first.kill();
  const next = async (letEnd?: LongStep['letEnd']): Promise<EndedRun> => {
    const engine = await anEngine({ config });
    await letEnd?.();
    return endOf({ engine, ...run });
  };
  return { next, killLauncher: () => process.kill(launcher, 'SIGKILL') };
}
