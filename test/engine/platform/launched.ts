import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { adoptStep } from '../../../engine/platform/adopt-step.ts';
import { findProgram } from '../../../engine/platform/find-program.ts';
import { launchDirectly } from '../../../engine/platform/launch-directly.ts';
import { spawnerMark } from '../../../engine/platform/process-identity.ts';
import { Spawner } from '../../../engine/platform/spawner/spawner.ts';
import type {
  LaunchOptions,
  LaunchStep,
  ProcessEnd,
  StepProcess,
} from '../../../engine/platform/step-process.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { silentLogger } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';

/** Those of a step with one command of the shell, in a folder of its own. */
export function optionsFor(command: string, more: Partial<LaunchOptions> = {}): LaunchOptions {
  const folder = temporaryFolder('step');
  return {
    commands: [['/bin/sh', '-c', command]],
    recordFile: join(folder, 'record'),
    nonce: `${homeId}0123456789abcdef`,
    stopSignal: 'SIGTERM',
    copyStdoutTo: [],
    copyStderrTo: [],
    workingDir: folder,
    env: { PATH: process.env['PATH'] ?? '' },
    stdoutFile: join(folder, 'out'),
    stderrFile: join(folder, 'err'),
    mask: null,
    ...more,
  };
}

const homeId = 'abcdef012345';

/** For what a spawner must start by itself. */
export const neverStarted: LaunchStep = () => {
  throw new Error('It was started in another way.');
};

/** A spawner, and what it does with steps that it cannot start. */
export function aSpawner(direct: LaunchStep = launchDirectly, bash = 'bash'): Spawner {
  const program = findProgram(bash, process.env['PATH'] ?? '', '/') ?? bash;
  const spawner = new Spawner({
    program,
    mark: spawnerMark(homeId),
    clock: systemClock,
    log: silentLogger(),
    direct,
  });
  onTestFinished(() => spawner.close());
  return spawner;
}

interface Watched {
  readonly step: StepProcess;
  readonly end: Promise<ProcessEnd>;
}

/** Starts a step as an engine does, and waits until it has begun. */
export async function launch(
  options: LaunchOptions,
  by: LaunchStep = launchDirectly,
): Promise<Watched> {
  const begun = Promise.withResolvers<StepProcess>();
  const ended = Promise.withResolvers<ProcessEnd>();
  by(options, { began: begun.resolve, refused: begun.reject, ended: ended.resolve });
  return { step: await begun.promise, end: ended.promise };
}

/** Starts a step as a child of this process, which has begun at once. */
export function launchChild(options: LaunchOptions): Watched {
  let begun: StepProcess | undefined;
  const { promise, resolve } = Promise.withResolvers<ProcessEnd>();
  launchDirectly(options, {
    began: (step) => (begun = step),
    refused: (error) => {
      throw error;
    },
    ended: resolve,
  });
  if (begun === undefined) throw new Error('It has not begun.');
  return { step: begun, end: promise };
}

/** Takes over a step as the next engine does; null: nobody noted which process it is. */
export function adopt(options: LaunchOptions, step: StepProcess | null): Watched {
  const { promise, resolve } = Promise.withResolvers<ProcessEnd>();
  const { recordFile, nonce, stdoutFile, stderrFile } = options;
  const identity = step?.identity ?? null;
  const logs = [stdoutFile, stderrFile];
  return {
    step: adoptStep({ recordFile, nonce, identity, logs, clock: systemClock }, resolve),
    end: promise,
  };
}
