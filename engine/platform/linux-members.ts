import { existsSync, readdirSync } from 'node:fs';
import { linuxStat } from './process-identity.ts';
import { readProcFile } from './proc-file.ts';
import { cookieIn } from './step-cookie.ts';
import { isOfCommands, StreamOwners, type StepMarks } from './step-marks.ts';
import type { TellMembers } from './step-member.ts';
import type { StepMember } from './step-member.ts';
import type { Launched } from './step-member.ts';

/** As many numbers are tried one by one; of more, those that a list of all processes holds. */
const MAX_TRIED = 256;

/** More processes than any machine starts in a millisecond. */
const STARTS_PER_MS = 50;

/** A process that is becoming another program shows no variables for a moment, however long a busy machine makes it. */
const PAUSE_MS = 2;
const MAX_PAUSES = 500;

/**
 * Numbers are given in order. So most steps, which are over soon, need a look at the few numbers that were given since
 * their start, while a look at all processes of the machine takes milliseconds.
 */
export function linuxMembers(marks: StepMarks, launched: Launched | null, tell: TellMembers): void {
  const last = lastNumber();
  if (launched === null || !isInOrder(launched, last)) {
    findAmongAll(marks, tell);
    return;
  }
  const numbers = numbersGiven(launched.pid, last);
  look({ numbers, last }, newFound([marks], last), ({ members }) =>
    tell(members.get(marks.cookie) ?? []),
  );
}

function isInOrder({ pid, atMs }: Launched, last: number): boolean {
  return last >= pid && performance.now() - atMs < numberCount() / STARTS_PER_MS;
}

let waiting: { readonly marks: StepMarks; readonly tell: TellMembers }[] = [];

/** One look for all who ask in a turn: a takeover asks for every step, a stop for many. */
function findAmongAll(marks: StepMarks, tell: TellMembers): void {
  waiting.push({ marks, tell });
  if (waiting.length > 1) return;
  setImmediate(() => {
    const asking = waiting;
    waiting = [];
    const all = { numbers: allNumbers(), last: lastNumber() };
    const steps = asking.map(({ marks: each }) => each);
    look(all, newFound(steps, all.last), ({ members }) => {
      for (const each of asking) each.tell(members.get(each.marks.cookie) ?? []);
    });
  });
}

interface Found {
  /** By the cookies of their steps. */
  readonly members: Map<string, readonly StepMember[]>;
  readonly owners: StreamOwners;
}

function newFound(steps: readonly StepMarks[], last: number): Found {
  return { members: new Map(), owners: new StreamOwners(steps, last) };
}

interface Numbers {
  readonly numbers: readonly number[];
  /** The last number that was given when the others were collected. */
  readonly last: number;
}

function look({ numbers, last }: Numbers, found: Found, done: (found: Found) => void): void {
  const unclear = numbers.filter((pid) => !isClear(pid, found));
  const now = lastNumber();
  // Whoever ended meanwhile may have left children.
  if (now > last) {
    look({ numbers: [...unclear, ...numbersGiven(last, now)], last: now }, found, done);
  } else if (unclear.length > 0) {
    lookAgain({ numbers: unclear, pauses: MAX_PAUSES }, found, done);
  } else {
    done(found);
  }
}

function lookAgain(
  { numbers, pauses }: { readonly numbers: readonly number[]; readonly pauses: number },
  found: Found,
  done: (found: Found) => void,
): void {
  const unclear = numbers.filter((pid) => !isClear(pid, found));
  if (unclear.length === 0 || pauses === 0) done(found);
  else setTimeout(lookAgain, PAUSE_MS, { numbers: unclear, pauses: pauses - 1 }, found, done);
}

/** Notes the process if it belongs to a step. False: it is between two programs, and nobody can say. */
function isClear(number: number, { members, owners }: Found): boolean {
  const variables = readProcFile(`/proc/${number}/environ`);
  // Gone, or of another user.
  if (variables === null) return true;
  const marked = cookieIn(variables);
  if (marked === null && variables === '' && isBetweenPrograms(number)) return false;
  const owner = marked === null ? owners.ownerOf(number) : null;
  const cookie = marked ?? owner?.step.cookie;
  if (cookie === undefined) return true;
  const pid = processOf(number);
  const stat = linuxStat(pid);
  if (stat === null || stat.zombie) return true;
  if (owner !== null && !isOfCommands(owner, { pid, group: stat.group })) return true;
  const known = members.get(cookie) ?? [];
  if (known.some((member) => member.pid === pid)) return true;
  members.set(cookie, [...known, { pid, started: stat.started, group: stat.group }]);
  return true;
}

/** A thread has a number too, which is not in the list of processes. */
function processOf(number: number): number {
  const status = readProcFile(`/proc/${number}/status`) ?? '';
  return Number(/^Tgid:\t(\d+)$/m.exec(status)?.[1] ?? number);
}

function isBetweenPrograms(pid: number): boolean {
  const stat = linuxStat(pid);
  return stat !== null && !stat.zombie && !stat.kernel && stat.variablesEnd === '0';
}

/** 0 where the system does not tell. */
function lastNumber(): number {
  return Number(/ (\d+)\n/.exec(readProcFile('/proc/loadavg') ?? '')?.[1] ?? 0);
}

/** How many numbers there are; they are given out again when all have been. */
function numberCount(): number {
  knownCount ??= Number(readProcFile('/proc/sys/kernel/pid_max') ?? 0);
  return knownCount;
}
let knownCount: number | undefined;

/** The numbers that were given after `from`, the last of them being `to`. */
function numbersGiven(from: number, to: number): readonly number[] {
  const count = to - from;
  if (count > MAX_TRIED) return allNumbers().filter((pid) => pid > from && pid <= to);
  const all = Array.from({ length: count }, (_, index) => from + 1 + index);
  // Most are gone, and a look that fails by an error costs several times as much.
  return all.filter((pid) => existsSync(`/proc/${pid}`));
}

function allNumbers(): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}
