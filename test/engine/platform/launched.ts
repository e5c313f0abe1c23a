import { join } from 'node:path';
import {
  adoptStep,
  launchStep,
  type LaunchOptions,
  type ProcessEnd,
  type StepProcess,
} from '../../../engine/platform/step-process.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { temporaryFolder } from '../../support/home.ts';

/** Those of a step with one command of the shell, in a folder of its own. */
export function optionsFor(command: string, more: Partial<LaunchOptions> = {}): LaunchOptions {
  const folder = temporaryFolder('step');
  return {
    commands: [['/bin/sh', '-c', command]],
    recordFile: join(folder, 'record'),
    nonce: 'abcdef0123456789',
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

interface Watched {
  readonly step: StepProcess;
  readonly end: Promise<ProcessEnd>;
}

/** Starts a step as an engine does. */
export function launch(options: LaunchOptions): Watched {
  const { promise, resolve } = Promise.withResolvers<ProcessEnd>();
  return { step: launchStep(options, resolve), end: promise };
}

/** Takes over a step as the next engine does; null: nobody noted which process it is. */
export function adopt(options: LaunchOptions, step: StepProcess | null): Watched {
  const { promise, resolve } = Promise.withResolvers<ProcessEnd>();
  const { recordFile, nonce } = options;
  const identity = step?.identity ?? null;
  return {
    step: adoptStep({ recordFile, nonce, identity, clock: systemClock }, resolve),
    end: promise,
  };
}
