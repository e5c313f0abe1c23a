import type { LauncherOptions } from './launcher-options.ts';
import { between, copyPipes, filterPipes } from './launcher-pipes.ts';
import type { LauncherFilter } from './launcher-options.ts';
import { quote, signalledCode, usualUmask } from './launcher-shell.ts';
import { exportCookie } from './step-cookie.ts';
import { stopMark } from './stop-mark.ts';

/**
 * The text of the small POSIX shell program that stands over a step's process. It outlives the engine, waits for the
 * commands, and leaves their exit code in the record: one short line, written in one piece, so it is whole or absent. The
 * lines before it tell the CPU time of the commands; the shell counts it without a process of its own.
 *
 * It begins by creating the record and runs nothing where one exists: the engine that took over has given the step up
 * (`cancelStart`). It survives the signals that are sent to its group (a trap with a command is reset in children, an
 * ignored signal would be inherited), but not SIGKILL: then there is no record, and the exit is unknown.
 *
 * What it makes is its owner's alone, and the commands get the umask of the engine. It opens the record once: a step may put
 * something else in its place, which nobody could then write to without waiting for it.
 *
 * Its variables begin with two underscores, because one of the step with the same name would get their values.
 */
export function launcherScript(options: LauncherOptions, filter: LauncherFilter | null): string {
  const { nonce, recordFile } = options;
  const pipes = filter === null ? copyPipes(options, 2) : filterPipes(filter, options);
  return [
    `umask 077; set -C; ${isFree(recordFile)} || exit ${CANCELLED}`,
    `{ command exec ${RECORD}>${quote(recordFile)} && printf 'started %s %s\\n' "$$" ${nonce} >&${RECORD}; } 2>/dev/null || exit ${CANCELLED}`,
    'set +C',
    ...between(pipes, commandLines(options, closesRecord), options),
    ...noteEnd(options),
    'exit "$__c"',
  ].join('\n');
}

/** Descriptor of the launcher that leads to its record. */
export const RECORD = 6;

/** The commands do not get it. */
export const closesRecord = ` ${RECORD}>&-`;

/** Whether nothing bears the name. A shell told not to overwrite a file would open a pipe or a device all the same. */
export const isFree = (file: string): string => `[ ! -e ${quote(file)} ]`;

/** Exit code of a launcher that found a record. Nobody waits for it. */
const CANCELLED = 125;

/** Runs the commands. `redirect` leads the streams of each of them to where they belong. */
export function commandLines(options: LauncherOptions, redirect: string): readonly string[] {
  const lines = options.commands.map((command) => commandLine(command, options, redirect));
  return ['__i=0', exportCookie(options.nonce), ...lines];
}

// A signal that the launcher survives before it has started a command never reaches that command. So the process that is
// to become it looks for the mark, which is older than the signal, when signals end it as they will end the command.
function commandLine(
  command: readonly string[],
  { recordFile, stopSignal }: LauncherOptions,
  redirect: string,
): string {
  const unlessStopped = `[ ! -e ${quote(stopMark(recordFile))} ] || exit ${signalledCode(stopSignal)}`;
  const program = `(${unlessStopped}; ${usualUmask()}; exec ${command.map(quote).join(' ')}${redirect})`;
  return `[ "$__c" -ne 0 ] || { __i=$((__i+1)); ${program}; __c=$?; }`;
}

/** Notes the end. `times` first: when the exit stands there, so does what the commands used. */
export function noteEnd({ nonce }: LauncherOptions): readonly string[] {
  return [`{ times; printf 'exited %s %s %s\\n' ${nonce} "$__c" "$__i"; } >&${RECORD}`];
}
