import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { isFilter } from './masking/step-filter.ts';
import { readProcFile } from './proc-file.ts';

/** The memory of process groups, in bytes by group. Groups of which nothing is left are missing. */
export type MeasureGroups = (
  groups: ReadonlySet<number>,
) => Promise<ReadonlyMap<number, number>> | ReadonlyMap<number, number>;

interface Member {
  readonly pid: number;
  readonly group: number;
  readonly bytes: number;
  /** Most that this process had at any time; 0 where the system does not tell. */
  readonly mostBytes: number;
  /** Arguments, each ended by a zero byte or a space. */
  readonly commandLine: string;
}

/** How the memory of groups is measured on a system; null where it cannot be. */
export function groupMemory(platform: NodeJS.Platform): MeasureGroups | null {
  if (platform === 'linux') return linuxGroups();
  if (platform === 'darwin') return async (groups) => memoryOf(await darwinMembers(groups));
  return null;
}

const STRANGERS_KNOWN_MS = 30_000;

// Most processes of a machine are strangers, and stay so: no process comes into a group of ours from outside. They are
// looked at again now and then, because numbers are given out again.
function linuxGroups(): MeasureGroups {
  let strangers = new Set<string>();
  let since = 0;
  return (groups) => {
    const isKnownWrong = [...groups].some((group) => strangers.has(String(group)));
    if (isKnownWrong || performance.now() - since > STRANGERS_KNOWN_MS) {
      strangers = new Set();
      since = performance.now();
    }
    const members: Member[] = [];
    for (const name of readdirSync('/proc')) {
      if (strangers.has(name)) continue;
      const group = /^\d+$/.test(name) ? linuxGroup(name) : 0;
      if (group === null) continue;
      if (!groups.has(group)) strangers.add(name);
      else members.push({ pid: Number(name), group, ...linuxMember(name) });
    }
    return memoryOf(members);
  };
}

function linuxGroup(pid: string): number | null {
  const stat = readProcFile(`/proc/${pid}/stat`);
  // The name may hold spaces and parentheses.
  return stat === null ? null : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ', 3)[2]);
}

// What a process is comes before what it has: one that becomes another between the two looks is not yet counted as that,
// while the other way round a command would have what its launcher had.
function linuxMember(pid: string): Omit<Member, 'pid' | 'group'> {
  const commandLine = readProcFile(`/proc/${pid}/cmdline`) ?? '';
  const status = readProcFile(`/proc/${pid}/status`) ?? '';
  const bytes = (key: string): number =>
    Number(new RegExp(`^${key}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1024;
  return { bytes: bytes('VmRSS'), mostBytes: bytes('VmHWM'), commandLine };
}

const run = promisify(execFile);

async function darwinMembers(groups: ReadonlySet<number>): Promise<readonly Member[]> {
  const { stdout } = await run('ps', ['-axwwo', 'pid=,pgid=,rss=,command='], {
    maxBuffer: 16_777_216,
  });
  return [...stdout.matchAll(/^ *(\d+) +(\d+) +(\d+) (.*)$/gm)]
    .map(([, pid, group, rss, command = '']) => ({
      pid: Number(pid),
      group: Number(group),
      bytes: Number(rss) * 1024,
      mostBytes: 0,
      commandLine: command,
    }))
    .filter(({ group }) => groups.has(group));
}

/**
 * What the processes of each group have at once: the sum of now, or what one of them alone once had. The launcher, its
 * copies that are about to become commands, and the filter of masked steps are ours and not the step's.
 */
function memoryOf(members: readonly Member[]): ReadonlyMap<number, number> {
  const launchers = new Map(
    members.filter(({ pid, group }) => pid === group).map((each) => [each.group, each.commandLine]),
  );
  const sums = new Map<number, number>();
  const most = new Map<number, number>();
  for (const { group, bytes, mostBytes, commandLine } of members) {
    // Without arguments it is ending, or on its way to become another program: nobody can tell whose it is.
    if (commandLine === '' || commandLine === launchers.get(group)) continue;
    if (isFilter(commandLine)) continue;
    sums.set(group, (sums.get(group) ?? 0) + bytes);
    most.set(group, Math.max(most.get(group) ?? 0, mostBytes));
  }
  return new Map([...sums].map(([group, sum]) => [group, Math.max(sum, most.get(group) ?? 0)]));
}
