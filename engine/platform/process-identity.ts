import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { homeInNonce } from '../lib/home-in-name.ts';
import { readProcFile } from './proc-file.ts';

/**
 * What tells one process from every other one, its successors under the same number included. A pid alone is reused;
 * together with the start time and the boot it is not, and the nonce in its command line proves that it is ours.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** The system's own measure of the start; compared, never read. Null where the process is gone. */
  readonly started: string | null;
}

/** An identity that no process has. */
export const noProcess: ProcessIdentity = { pid: 0, started: null };

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
    // Not `kern.boottime`, which moves whenever the clock is set.
    return execFileSync('sysctl', ['-n', 'kern.bootsessionuuid'], { encoding: 'utf8' }).trim();
  }
  return 'unknown';
}

/** When a process began, or null when there is none of that number. */
export function processStarted(pid: number): string | null {
  if (process.platform === 'linux') return linuxStat(pid)?.started ?? null;
  return ps(pid, 'lstart=');
}

/**
 * The group that the process of this identity leads, or 0 when its number belongs to a stranger by now. A number is
 * not given away while a process of its group lives, so a leader that is merely gone does no harm.
 */
export function groupOf({ pid, started }: ProcessIdentity): number {
  const now = processStarted(pid);
  return now === null || now === started ? pid : 0;
}

/**
 * Whether the process of this identity runs (a zombie does not) and carries the nonce in its command line, or what stands
 * in that of all launchers which the spawner of the same home has started.
 */
export function isSameProcess(identity: ProcessIdentity, nonce: string): boolean {
  if (!isRunning(identity)) return false;
  const home = homeInNonce(nonce);
  const line = commandLine(identity.pid) ?? '';
  return line.includes(nonce) || (home !== null && line.includes(spawnerMark(home)));
}

/** What the spawner of a home has in its command line. */
export function spawnerMark(homeId: string): string {
  return `dagwright-steps-of-${homeId}`;
}

/** Whether the process of this identity runs. A zombie does not: where nobody reaps it, it would stay for ever. */
export function isRunning({ pid, started }: ProcessIdentity): boolean {
  if (started === null) return false;
  if (process.platform !== 'linux') return processStarted(pid) === started;
  const stat = linuxStat(pid);
  return stat !== null && !stat.zombie && stat.started === started;
}

/** Whether any process of the group is left. Zombies are not: where nobody reaps them they would stay for ever. */
export function groupIsAlive(groupId: number): boolean {
  if (groupId <= 1) return false;
  try {
    process.kill(-groupId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return process.platform !== 'linux' || hasLivingMember(groupId);
}

const KNOWN_MS = 50;
let known: { readonly at: number; readonly groups: ReadonlySet<number> } | undefined;

// A look at all processes takes milliseconds, and a stop of many steps asks for each of them again and again: what
// was alive a moment ago counts as alive, and only a fresh look says that a group is gone.
function hasLivingMember(groupId: number): boolean {
  const now = performance.now();
  if (known !== undefined && now - known.at < KNOWN_MS && known.groups.has(groupId)) return true;
  known = { at: now, groups: livingGroups() };
  return known.groups.has(groupId);
}

function livingGroups(): ReadonlySet<number> {
  const groups = new Set<number>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? linuxStat(Number(name)) : null;
    if (stat !== null && !stat.zombie) groups.add(stat.group);
  }
  return groups;
}

const KERNEL_THREAD = 0x00200000;

/** What Linux says of a process. */
interface LinuxStat {
  readonly started: string;
  readonly zombie: boolean;
  readonly group: number;
  /** A part of the system, and no program. */
  readonly kernel: boolean;
  /** Where its variables end in its memory: 0 while it becomes another program, or where we may not know. */
  readonly variablesEnd: string | undefined;
}

// The name may hold spaces and parentheses, so the fields are counted from the last one.
/** What `/proc` says of a process; null when it is gone. */
export function linuxStat(pid: number): LinuxStat | null {
  const text = readProcFile(`/proc/${pid}/stat`);
  if (text === null) return null;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const started = fields[19];
  if (started === undefined) return null;
  return {
    started,
    zombie: fields[0] === 'Z' || fields[0] === 'X',
    group: Number(fields[2]),
    kernel: (Number(fields[6]) & KERNEL_THREAD) !== 0,
    variablesEnd: fields[48],
  };
}

/** The program of a process with its arguments, as a person would write them; empty where it is gone. */
export function programOf(pid: number): string {
  return (commandLine(pid) ?? '').replace(/\0$/, '').replaceAll('\0', ' ');
}

function commandLine(pid: number): string | null {
  return process.platform === 'linux' ? readProcFile(`/proc/${pid}/cmdline`) : ps(pid, 'command=');
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
