import { groupIsAlive, isRunning } from './process-identity.ts';
import { adoptStep, launchStep, lookAtStep, signalGroup, signalMember } from './step-process.ts';

/** All that the execution of steps asks of processes. A test can put a simulation in place of `systemProcesses`. */
export interface StepProcesses {
  readonly launch: typeof launchStep;
  readonly adopt: typeof adoptStep;
  readonly look: typeof lookAtStep;
  readonly signalGroup: typeof signalGroup;
  readonly groupIsAlive: typeof groupIsAlive;
  readonly signalMember: typeof signalMember;
  readonly isRunning: typeof isRunning;
}

/** Those of the operating system. */
export const systemProcesses: StepProcesses = {
  launch: launchStep,
  adopt: adoptStep,
  look: lookAtStep,
  signalGroup,
  groupIsAlive,
  signalMember,
  isRunning,
};
