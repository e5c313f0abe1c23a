import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Clock ticks a second in /proc: 100 on every Linux that Node runs on. */
const TICKS = 100;

/** Milliseconds of processor time that a process and its children which have ended have used, by the kernel's count. */
export function cpuMs(pid: number): number {
  const { own, children } = cpuOf(pid);
  return own + children;
}

/** The same with its children that have not ended, and what those have used by theirs. */
export function treeCpuMs(pid: number): number {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return children.reduce((sum, child) => sum + treeCpuMs(Number(child)), cpuMs(pid));
}

/** The same without its children. */
export function ownCpuMs(pid: number): number {
  return cpuOf(pid).own;
}

function cpuOf(pid: number): { readonly own: number; readonly children: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program comes second, in parentheses, and may hold anything.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15);
  return {
    own: ((user + system) * 1000) / TICKS,
    children: ((childrenUser + childrenSystem) * 1000) / TICKS,
  };
}

export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** Files, sockets and pipes that it has open. */
export function descriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** Until then an engine gives back what its start took, which is no part of being idle. */
export const SETTLED_MS = 12_000;

/** Percent of one processor that a process takes while a time passes, and how often a second its threads wake up. */
export async function watchCost(pid: number, forMs: number) {
  const cpuBefore = cpuMs(pid);
  const wokenBefore = wakeUps(pid);
  const begun = performance.now();
  await delay(forMs);
  const took = performance.now() - begun;
  return {
    cpu: ((cpuMs(pid) - cpuBefore) * 100) / took,
    wakeUps: ((wakeUps(pid) - wokenBefore) * 1000) / took,
  };
}

/** How often its threads have waited for something. */
function wakeUps(pid: number): number {
  return readdirSync(`/proc/${pid}/task`)
    .map((thread) => readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8'))
    .map((status) => Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(status)?.[1]))
    .reduce((sum, count) => sum + count, 0);
}
