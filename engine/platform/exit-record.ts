import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeRunFolder } from '../lib/folders.ts';
import { NotRegularFile, readText } from '../lib/regular-file.ts';
import { writeFirst } from '../lib/write-file.ts';

/** What the launcher left of itself: see `launcher-script.ts`. Lines that are not complete are not there. */
export interface ExitRecord {
  /** Pid of the launcher; null when it has not begun. */
  readonly pid: number | null;
  /** When the launcher began, as its identity tells it, and in which boot; null where its command line tells who it is. */
  readonly began: { readonly started: string; readonly bootId: string } | null;
  readonly exit: {
    readonly code: number;
    /** 1-based number of the last command. */ readonly command: number;
    /** CPU time of the commands in milliseconds; null where the shell did not tell it. */
    readonly cpuMs: number | null;
  } | null;
}

/** Launchers write three lines or four. */
const LONGEST_BYTES = 64 * 1024;

const startedLine = /^started (\d+) (\S+)(?: (\d+) (\S+))?$/;
const exitedLine = /^exited (\S+) (\d+) (\d+)$/;
/** What `times` prints of the processes that the shell waited for: user, system. The line before is of the shell itself. */
const timesLine = /^(\d+m\d+(?:[.,]\d+)?)s (\d+m\d+(?:[.,]\d+)?)s$/;

/** Reads the record of the launcher with this nonce; another launcher's lines do not count. */
export function readExitRecord(file: string, nonce: string): ExitRecord {
  // What stands behind the last line feed is not complete.
  const lines = textOf(file).split('\n').slice(0, -1);
  return { ...startIn(lines, nonce), exit: exitIn(lines, nonce) };
}

/** What else a step has put in its place tells as little as no record: a link, a pipe, more than any launcher writes. */
function textOf(file: string): string {
  try {
    return readText(file, { links: 'refuse', mostBytes: LONGEST_BYTES });
  } catch (error) {
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isGone || error instanceof NotRegularFile) return '';
    throw error;
  }
}

function startIn(lines: readonly string[], nonce: string): Pick<ExitRecord, 'pid' | 'began'> {
  const found = lines.map((line) => startedLine.exec(line)).find((each) => each?.[2] === nonce);
  const [, pid, , started, bootId] = found ?? [];
  return {
    pid: pid === undefined ? null : Number(pid),
    began: started === undefined || bootId === undefined ? null : { started, bootId },
  };
}

function exitIn(lines: readonly string[], nonce: string): ExitRecord['exit'] {
  for (const [at, line] of lines.entries()) {
    const exited = exitedLine.exec(line);
    if (exited?.[1] !== nonce) continue;
    const cpuMs = cpuMsIn(lines[at - 1] ?? '');
    return { code: Number(exited[2]), command: Number(exited[3]), cpuMs };
  }
  return null;
}

function cpuMsIn(line: string): number | null {
  const [, user, system] = timesLine.exec(line) ?? [];
  return user === undefined || system === undefined ? null : millis(user) + millis(system);
}

/** Milliseconds of what `times` prints: minutes and seconds, with a comma where the locale has one. */
function millis(time: string): number {
  const [minutes = '', seconds = ''] = time.split('m');
  return Math.round((Number(minutes) * 60 + Number(seconds.replace(',', '.'))) * 1000);
}

/** When a record that holds an exit got it, milliseconds since the epoch: that is the last that is written to it. */
export function exitTime(file: string): number | null {
  const time = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return time === undefined ? null : Math.floor(time);
}

/**
 * Takes the place of a launcher that has not begun: whoever creates the record first wins, and a launcher that finds one
 * runs nothing. Returns whether the launcher with this nonce can never run its step, now or by an earlier call.
 */
export function cancelStart(file: string, nonce: string): boolean {
  const line = `cancelled ${nonce}\n`;
  // A folder that is made later would let a late launcher begin.
  makeRunFolder(dirname(file));
  try {
    writeFirst(file, line);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return textOf(file) === line;
  }
}
