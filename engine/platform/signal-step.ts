import { isRunning } from './process-identity.ts';
import type { StepMember } from './step-member.ts';

/**
 * Sends a signal to a step and all its children but those that have left its group. A group that is gone is no error, nor is
 * one that cannot be signalled: its members belong to another user, or macOS speaks of zombies.
 */
export function signalGroup(groupId: number, signal: NodeJS.Signals): void {
  if (groupId > 1) send(-groupId, signal);
}

/** Sends a signal to one process of a step that has left its group, if it is still the same. */
export function signalMember(member: StepMember, signal: NodeJS.Signals): void {
  if (isRunning(member)) send(member.pid, signal);
}

function send(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
