import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import { openToAppend, writeAnew } from '../lib/write-file.ts';
import type { LauncherFilter } from './launcher-options.ts';
import { launcherScript } from './launcher-script.ts';
import { stepFilter } from './masking/step-filter.ts';
import { processStarted } from './process-identity.ts';
import { marksOf } from './step-marks.ts';
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
  const marks = marksOf(options, pid);
  child.on('exit', (code) => ended(endOf(options, code)));
  const detach = (): void => {
    child.removeAllListeners('exit');
    child.unref();
  };
  began({
    identity: { pid, started: processStarted(pid) },
    groupId: () => pid,
    beginNoMore: () => markStop(options.recordFile),
    findMembers: (tell) => findMembers(marks, launched, tell),
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
    const { args, env } = filter === null ? plainLaunch(options) : secretLaunch(options, filter);
    const child = spawn('/bin/sh', args, {
      cwd: options.workingDir,
      env: { ...options.env, ...filter?.env, ...env },
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
interface LauncherText {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

function plainLaunch(options: LaunchOptions): LauncherText {
  const text = launcherScript(options, null);
  if (Buffer.byteLength(text) <= LONGEST_ARGUMENT_BYTES) {
    return { args: ['-c', text, options.nonce], env: {} };
  }
  const file = `${options.recordFile}.sh`;
  writeAnew(file, text);
  return { args: [file, options.nonce], env: {} };
}

// The words of a command may hold secrets. Those go to no file and no command line, which everybody can read, but the way
// that the step's own secrets take: variables, which nobody but their owner can.
function secretLaunch(options: LaunchOptions, filter: LauncherFilter): LauncherText {
  const text = launcherScript(options, filter);
  // A character has at most four bytes, and no piece ends within one.
  const pieces = text.match(new RegExp(`[^]{1,${LONGEST_ARGUMENT_BYTES / 4}}`, 'gu')) ?? [];
  const env = Object.fromEntries(pieces.map((piece, index) => [`__t${index}`, piece]));
  const names = Object.keys(env);
  // None of them is left for what the text starts.
  const script = `eval "unset ${names.join(' ')}; ${names.map((name) => `\${${name}}`).join('')}"`;
  return { args: ['-c', script, options.nonce], env };
}
