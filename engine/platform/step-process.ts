import { spawn } from 'node:child_process';
import { closeSync, openSync, watch, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Clock } from '../lib/clock.ts';
import { cancelStart, exitTime, readExitRecord } from './exit-record.ts';
import type { LauncherFilter } from './launcher-pipes.ts';
import { launcherScript, type LauncherOptions } from './launcher-script.ts';
import { stepFilter, type StepMask } from './masking/step-filter.ts';
import {
  groupOf,
  isRunning,
  isSameProcess,
  noProcess,
  processStarted,
  type ProcessIdentity,
} from './process-identity.ts';
import { findMembers, type StepMember, type TellMembers } from './step-members.ts';
import { markStop } from './stop-mark.ts';

/**
 * How a step's process ended. `unknown`: it is gone and left no exit code, so nobody may call it a success.
 * `never-began`: no command ran, and by this start none ever will.
 */
export type ProcessEnd =
  | {
      readonly kind: 'exited';
      readonly past?: PastEnd;
      readonly code: number;
      /** 1-based. */
      readonly command: number;
      /** CPU time of its commands in milliseconds; null where it was not told. */
      readonly cpuMs: number | null;
    }
  | { readonly kind: 'unknown'; readonly past?: PastEnd }
  | { readonly kind: 'never-began' };

/** The step had ended before this engine looked at it; its record says when, in milliseconds since the epoch, or does not. */
export interface PastEnd {
  readonly at: number | null;
}

export interface LaunchOptions extends LauncherOptions {
  readonly workingDir: string;
  readonly env: Readonly<Record<string, string>>;
  /** Log files, appended to by the process itself. The same path twice merges the streams. */
  readonly stdoutFile: string;
  readonly stderrFile: string;
  /** Null: the output goes to the logs as it is. */
  readonly mask: StepMask | null;
}

// One argument may have 128 KiB on Linux.
const LONGEST_ARGUMENT_BYTES = 100_000;

/** A running step: who it is, and how to look away from it without harm. */
export interface StepProcess {
  readonly identity: ProcessIdentity;
  /** The group to signal; 0 while there is none that is certainly the step's. */
  readonly groupId: () => number;
  /** Lets no further command of the step begin. What runs is ended by a signal after this. */
  readonly beginNoMore: () => void;
  /** Tells what of the step runs now by its cookie, whatever session it has taken; at once where that costs little. */
  readonly findMembers: (tell: TellMembers) => void;
  readonly detach: () => void;
}

/**
 * Starts the launcher of a step in a process group of its own, in which it outlives this process.
 *
 * @throws Error when the system refuses, for example because the environment is too large.
 */
export function launchStep(options: LaunchOptions, ended: (end: ProcessEnd) => void): StepProcess {
  const filter = options.mask === null ? null : stepFilter(options.mask, options);
  const stdout = openSync(options.stdoutFile, 'a');
  const stderr =
    options.stderrFile === options.stdoutFile ? stdout : openSync(options.stderrFile, 'a');
  try {
    const child = spawn('/bin/sh', launcherArguments(options, filter), {
      cwd: options.workingDir,
      env: { ...options.env, ...filter?.env },
      detached: true,
      stdio: ['ignore', stdout, stderr],
    });
    // What is wrong with a start is told here, and told again by this event. After the start the exit decides.
    child.on('error', () => undefined);
    const { pid } = child;
    if (pid === undefined) throw new Error('the system started no process');
    const launched = { pid, atMs: performance.now() };
    child.on('exit', (code) => ended(endOf(options, code)));
    return {
      identity: { pid, started: processStarted(pid) },
      groupId: () => pid,
      beginNoMore: () => markStop(options.recordFile),
      findMembers: (tell) => findMembers(options.nonce, launched, tell),
      detach: () => {
        child.removeAllListeners('exit');
        child.unref();
      },
    };
  } finally {
    closeSync(stdout);
    if (stderr !== stdout) closeSync(stderr);
  }
}

// The nonce is an argument so that it stands in the command line of the process.
function launcherArguments(options: LaunchOptions, filter: LauncherFilter | null): string[] {
  const text = launcherScript(options, filter);
  if (Buffer.byteLength(text) <= LONGEST_ARGUMENT_BYTES) return ['-c', text, options.nonce];
  // Commands may hold secrets, and those go to no file.
  if (filter !== null) return inPieces(text, options.nonce);
  const file = `${options.recordFile}.sh`;
  writeFileSync(file, text, { mode: 0o600 });
  return [file, options.nonce];
}

function inPieces(text: string, nonce: string): string[] {
  // A character has at most four bytes, and no piece ends within one.
  const pieces = text.match(new RegExp(`[^]{1,${LONGEST_ARGUMENT_BYTES / 4}}`, 'gu')) ?? [];
  const whole = pieces.map((_piece, index) => `\${${index + 1}}`).join('');
  return ['-c', `eval "${whole}"`, nonce, ...pieces];
}

// The record stays: should the engine be killed before it has stored the end, the next one reads it again.
function endOf(
  { recordFile, nonce }: Pick<LaunchOptions, 'recordFile' | 'nonce'>,
  code: number | null = null,
): ProcessEnd {
  const { pid, exit } = readExitRecord(recordFile, nonce);
  if (exit !== null) return { kind: 'exited', ...exit };
  // A full disk took the start and not the end; a launcher that ends by itself ends as its commands did.
  const isTold = pid !== null && code !== null;
  return isTold ? { kind: 'exited', code, command: 1, cpuMs: null } : { kind: 'unknown' };
}

/** A step that another engine started, or was about to. */
export interface EarlierStep {
  /** Null: the launcher may have been started, and nobody noted which process it is. */
  readonly identity: ProcessIdentity | null;
  readonly recordFile: string;
  readonly nonce: string;
}

export interface AdoptOptions extends EarlierStep {
  readonly clock: Clock;
}

/** Whether a step of another engine runs, or when it ended. */
export function lookAtStep({ identity, recordFile, nonce }: EarlierStep): 'runs' | PastEnd {
  const isAlive = isSameProcess(identity ?? identityFrom(recordFile, nonce), nonce);
  // Read after the look at the process, so that an end between the two is not lost.
  const { exit } = readExitRecord(recordFile, nonce);
  if (exit !== null) return { at: exitTime(recordFile) };
  return isAlive ? 'runs' : { at: null };
}

// Only a killed launcher is found this way; one that ends by itself writes its record, which is seen at once.
const LIVENESS_MS = 1000;
/** A launcher that has created its record has this long to say who it is. */
const FIRST_WORD_MS = 2000;

/**
 * Watches a process that another engine started: its record tells the end, its absence without one that the end is
 * unknown. One that nobody noted and that has not begun is kept from beginning. All that is reported is reported later,
 * never during this call.
 */
export function adoptStep(options: AdoptOptions, ended: (end: ProcessEnd) => void): StepProcess {
  const { recordFile, nonce, clock } = options;
  if (options.identity === null && cancelStart(recordFile, nonce)) {
    const detach = clock.after(0, () => ended({ kind: 'never-began' }));
    return { ...neverBegun, detach };
  }
  const isKnown = options.identity !== null || readExitRecord(recordFile, nonce).pid !== null;
  let cancelCheck = clock.after(isKnown ? 0 : FIRST_WORD_MS, check);
  let over = false;
  let ranOn = false;
  const watcher = watch(dirname(recordFile), (_event, file) => {
    if (file === null || file === basename(recordFile)) check();
  });

  function check(): void {
    if (over) return;
    cancelCheck();
    const found = lookAtStep(options);
    if (found === 'runs') {
      ranOn = true;
      cancelCheck = clock.after(LIVENESS_MS, check);
      return;
    }
    finish();
    ended({ ...endOf(options), ...(ranOn ? {} : { past: found }) });
  }
  function currentIdentity(): ProcessIdentity {
    return options.identity ?? identityFrom(recordFile, nonce);
  }
  function finish(): void {
    over = true;
    cancelCheck();
    watcher.close();
  }

  return {
    identity: currentIdentity(),
    groupId: () => groupOf(currentIdentity()),
    beginNoMore: () => markStop(recordFile),
    findMembers: (tell) => findMembers(nonce, null, tell),
    detach: finish,
  };
}

/** Of a step whose launcher will never run it. */
const neverBegun = {
  identity: noProcess,
  groupId: () => 0,
  beginNoMore: () => undefined,
  findMembers: (tell) => tell([]),
} satisfies Omit<StepProcess, 'detach'>;

// The nonce in its command line proves that the process of this number is the launcher.
function identityFrom(recordFile: string, nonce: string): ProcessIdentity {
  const { pid } = readExitRecord(recordFile, nonce);
  if (pid === null) return noProcess;
  const identity = { pid, started: processStarted(pid) };
  return isSameProcess(identity, nonce) ? identity : { pid, started: null };
}

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
