import type { TellMembers } from './step-member.ts';
import type { StepMember } from './step-member.ts';
import type { Launched } from './step-member.ts';
import { linuxMembers } from './linux-members.ts';
import { execFile } from 'node:child_process';
import { cookieInLine } from './step-cookie.ts';
import type { StepMarks } from './step-marks.ts';

/**
 * Tells which processes belong to a step now, in whatever session they are: at once where a short look suffices. They carry
 * its cookie; on Linux those count too that carry none and write to its logs. Who looks for a step of an earlier engine does
 * not know when it was launched. Processes of other users are strangers to us, and so are those that have neither mark.
 */
export function findMembers(marks: StepMarks, launched: Launched | null, tell: TellMembers): void {
  if (process.platform === 'linux') linuxMembers(marks, launched, tell);
  else if (process.platform === 'darwin') darwinMembers(marks.cookie, tell);
  else tell([]);
}

let waiting: { readonly cookie: string; readonly tell: TellMembers }[] = [];

// One `ps` for all who ask in a turn.
function darwinMembers(cookie: string, tell: TellMembers): void {
  waiting.push({ cookie, tell });
  if (waiting.length > 1) return;
  setImmediate(() => {
    const asking = waiting;
    waiting = [];
    const columns = ['-axwwE', '-o', 'pid=,pgid=,lstart=,command='];
    execFile('ps', columns, { maxBuffer: 67_108_864 }, (_error, stdout) => {
      const members = membersIn(stdout);
      for (const each of asking) each.tell(members.get(each.cookie) ?? []);
    });
  });
}

const psLine = /^ *(\d+) +(\d+) +(\S+ +\S+ +\d+ +[\d:]+ +\d+) +(.*)$/gm;

function membersIn(list: string): ReadonlyMap<string, readonly StepMember[]> {
  const members = new Map<string, StepMember[]>();
  for (const [, pid, group, started = '', command = ''] of list.matchAll(psLine)) {
    const cookie = cookieInLine(command);
    if (cookie === null) continue;
    const member = { pid: Number(pid), group: Number(group), started };
    members.set(cookie, [...(members.get(cookie) ?? []), member]);
  }
  return members;
}
