import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * What tells one process from every other one, its successors under the same number included. A pid alone is reused;
 * together with the start time and the boot it is not, and the nonce in its command line proves that it is ours.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** The system's own measure of the start; compared, never read. Null where the process is gone. */
  readonly started: string | null;
}

/** Changes with every boot of this machine. */
export function bootId(): string {
  cachedBootId ??= readBootId();
  return cachedBootId;
}
let cachedBootId: string | undefined;

function readBootId(): string {
  if (process.platform === 'linux') {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  }
  if (process.platform === 'darwin') {
    return execFileSync('sysctl', ['-n', 'kern.boottime'], { encoding: 'utf8' }).trim();
  }
  return 'unknown';
}

/** When a process began, or null when there is none of that number. */
export function processStarted(pid: number): string | null {
  if (process.platform === 'linux') return linuxStat(pid)?.started ?? null;
  return ps(pid, 'lstart=');
}

/** Whether the process of this identity runs (a zombie does not) and carries the nonce. */
export function isSameProcess(identity: ProcessIdentity, nonce: string): boolean {
  if (identity.started === null) return false;
  if (process.platform === 'linux') {
    const stat = linuxStat(identity.pid);
    if (stat === null || stat.zombie || stat.started !== identity.started) return false;
  } else if (processStarted(identity.pid) !== identity.started) {
    return false;
  }
  return commandLine(identity.pid)?.includes(nonce) ?? false;
}

/** Whether any process of the group is left. */
export function groupIsAlive(groupId: number): boolean {
  try {
    process.kill(-groupId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return true;
}

// The name may hold spaces and parentheses, so the fields are counted from the last one.
function linuxStat(pid: number): { started: string; zombie: boolean } | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    // Gone: that is the answer.
    return null;
  }
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const started = fields[19];
  return started === undefined ? null : { started, zombie: fields[0] === 'Z' || fields[0] === 'X' };
}

function commandLine(pid: number): string | null {
  if (process.platform !== 'linux') return ps(pid, 'command=');
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return null;
  }
}

function ps(pid: number, column: string): string | null {
  try {
    return (
      execFileSync('ps', ['-ww', '-o', column, '-p', String(pid)], { encoding: 'utf8' }).trim() ||
      null
    );
  } catch {
    // ps exits 1 for a process that is gone.
    return null;
  }
}
