import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';

/** What `/proc` says of a process; null where there is none, or only its corpse. */
function statOf(pid: number): { readonly parent: number; readonly group: number } | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return null; // Gone: that is the answer.
  }
  const [state, parent, group] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' ? null : { parent: Number(parent), group: Number(group) };
}

export function isAlive(pid: number): boolean {
  return statOf(pid) !== null;
}

export function parentOf(pid: number): number {
  return statOf(pid)?.parent ?? 0;
}

/** The living members of a process group. */
export function membersOf(group: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statOf(pid)?.group === group);
}

/** A process that has nothing to do with any engine, in a group of its own. */
export function aStranger(): number {
  const child = spawn('sleep', ['300'], { detached: true, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child.pid ?? 0;
}

/** SIGKILL for a whole group. A pid that is none would mean the group of the tests themselves. */
export function killGroup(leader: number): void {
  if (!(leader > 1)) throw new Error(`${leader} leads no group.`);
  process.kill(-leader, 'SIGKILL');
}
