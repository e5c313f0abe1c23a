import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import { openToAppend, writeAnew } from '../lib/write-file.ts';
import type { LauncherFilter } from './launcher-pipes.ts';
import { launcherScript } from './launcher-script.ts';
import { stepFilter } from './masking/step-filter.ts';
import { processStarted } from './process-identity.ts';
import { findMembers } from './step-members.ts';
import { endOf, type Launch, type LaunchOptions, type LaunchStep } from './step-process.ts';
import { markStop } from './stop-mark.ts';

// One argument may have 128 KiB on Linux.
const LONGEST_ARGUMENT_BYTES = 100_000;

/** Starts a step as a child of this process. It has begun, or is refused, when this returns. */
export const launchDirectly: LaunchStep = (options, { began, refused, ended }) => {
  let child: ChildProcess;
  try {
    child = startLauncher(options);
  } catch (error) {
    refused(error as Error);
    return nothingBegan;
  }
  const { pid } = child;
  if (pid === undefined) {
    refused(new Error('the system started no process'));
    return nothingBegan;
  }
  const launched = { pid, atMs: performance.now() };
  child.on('exit', (code) => ended(endOf(options, code)));
  const detach = (): void => {
    child.removeAllListeners('exit');
    child.unref();
  };
  began({
    identity: { pid, started: processStarted(pid) },
    groupId: () => pid,
    beginNoMore: () => markStop(options.recordFile),
    findMembers: (tell) => findMembers(options.nonce, launched, tell),
    detach,
  });
  return { cancel: () => false, detach };
};

const nothingBegan: Launch = { cancel: () => true, detach: () => undefined };

function startLauncher(options: LaunchOptions): ChildProcess {
  const filter = options.mask === null ? null : stepFilter(options.mask, options);
  const stdout = openToAppend(options.stdoutFile);
  const stderr =
    options.stderrFile === options.stdoutFile ? stdout : openToAppend(options.stderrFile);
  try {
    const child = spawn('/bin/sh', launcherArguments(options, filter), {
      cwd: options.workingDir,
      env: { ...options.env, ...filter?.env },
      detached: true,
      stdio: ['ignore', stdout, stderr],
    });
    // What is wrong with a start is told by its missing number, or thrown, and told again by this event.
    child.on('error', () => undefined);
    return child;
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
  writeAnew(file, text);
  return [file, options.nonce];
}

function inPieces(text: string, nonce: string): string[] {
  // A character has at most four bytes, and no piece ends within one.
  const pieces = text.match(new RegExp(`[^]{1,${LONGEST_ARGUMENT_BYTES / 4}}`, 'gu')) ?? [];
  const whole = pieces.map((_piece, index) => `\${${index + 1}}`).join('');
  return ['-c', `eval "${whole}"`, nonce, ...pieces];
}
