import { setTimeout as pause } from 'node:timers/promises';
import { signalMember } from './signal-step.ts';
import type { Launched, StepMember } from './step-member.ts';
import { cookieAlone } from './step-marks.ts';
import { findMembers } from './step-members.ts';

/** A killed process is still listed until the system has taken it away, which a busy machine puts off. */
const PAUSE_MS = 10;
const MAX_LOOKS = 100;

/** Kills all that carries a cookie, in whatever session it is, and what that starts meanwhile. */
export async function killMembers(cookie: string, launched: Launched): Promise<void> {
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const members = await membersOf(cookie, launched);
    if (members.length === 0) return;
    for (const member of members) signalMember(member, 'SIGKILL');
    await pause(PAUSE_MS);
  }
}

function membersOf(cookie: string, launched: Launched): Promise<readonly StepMember[]> {
  return new Promise((resolve) => findMembers(cookieAlone(cookie), launched, resolve));
}
