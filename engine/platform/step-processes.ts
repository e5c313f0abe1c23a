import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { adoptStep, lookAtStep } from './adopt-step.ts';
import { findProgram } from './find-program.ts';
import { launchDirectly } from './launch-directly.ts';
import { groupIsAlive, isRunning, programOf, spawnerMark } from './process-identity.ts';
import { signalGroup, signalMember } from './signal-step.ts';
import { Spawner } from './spawner/spawner.ts';
import type { LaunchStep } from './step-process.ts';

/** All that the execution of steps asks of processes. A test can put a simulation in their place. */
export interface StepProcesses {
  readonly launch: LaunchStep;
  readonly adopt: typeof adoptStep;
  readonly look: typeof lookAtStep;
  readonly signalGroup: typeof signalGroup;
  readonly groupIsAlive: typeof groupIsAlive;
  readonly signalMember: typeof signalMember;
  readonly isRunning: typeof isRunning;
  readonly programOf: typeof programOf;
  /** Lets go of what helps to start steps; the steps go on. */
  readonly close: () => void;
}

export interface SystemProcessesOptions {
  readonly homeId: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** In which bash is looked for. */
  readonly ownEnvironment: NodeJS.ProcessEnv;
}

/** Those of the operating system. */
export function createSystemProcesses(options: SystemProcessesOptions): StepProcesses {
  const spawner = createSpawner(options);
  return {
    launch: spawner?.launch ?? launchDirectly,
    adopt: adoptStep,
    look: lookAtStep,
    signalGroup,
    groupIsAlive,
    signalMember,
    isRunning,
    programOf,
    close: () => spawner?.close(),
  };
}

/**
 * Null where bash is missing, and where a start does not become slower as this process grows: Node starts processes of
 * macOS without a copy of itself, and there are no numbers of a process to read for its own launcher.
 */
function createSpawner({
  homeId,
  clock,
  log,
  ownEnvironment,
}: SystemProcessesOptions): Spawner | null {
  if (process.platform !== 'linux') return null;
  const program = findProgram('bash', ownEnvironment['PATH'] ?? '', '/');
  if (program === null) return null;
  return new Spawner({ program, mark: spawnerMark(homeId), clock, log, direct: launchDirectly });
}
