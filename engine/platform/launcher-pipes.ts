import type { LauncherFilter } from './launcher-options.ts';
import type { LauncherOptions } from './launcher-options.ts';
import {
  quote,
  signalledCode,
  trappedNumbers,
  trappedSignals,
  usualUmask,
} from './launcher-shell.ts';

/** Named pipes between the commands of a step and other programs. */
export interface Pipes {
  readonly files: readonly string[];
  /** Starts what reads them, in the background. */
  readonly start: readonly string[];
  readonly redirect: string;
  /** Runs once the pipes are open, before the commands. */
  readonly first: readonly string[];
  /** Runs after the commands, and writes into the pipes as they do. */
  readonly last: readonly string[];
  /** Waits until all has been read. */
  readonly finish: readonly string[];
}

const noPipes: Pipes = { files: [], start: [], redirect: '', first: [], last: [], finish: [] };

/**
 * All commands write into one opening of a pipe: its reader ends when that is closed. While pipes are opened no signal
 * is listened to, because it would break the opening off; and what is started then ignores signals for good, so that it
 * reads the step's last words too. If it is gone, the launcher goes on. An opened pipe needs no name.
 */
export function between(
  { files, start, redirect, first, last, finish }: Pipes,
  commands: readonly string[],
  { stopSignal }: LauncherOptions,
): readonly string[] {
  const signals = trappedNumbers(stopSignal).join(' ');
  if (files.length === 0) return [`trap : ${signals}; __c=0`, ...commands];
  const names = files.map(quote).join(' ');
  return [
    `command -p rm -f ${names}; command -p mkfifo -m 600 ${names} || exit 1`,
    `trap '' ${signals}`,
    ...start,
    '__c=1; {',
    ...first,
    `trap : ${signals} PIPE; __c=0; command -p rm -f ${names}`,
    ...commands,
    ...last,
    `}${redirect}`,
    ...finish,
  ];
}

/** `errors` is the descriptor that leads to the log of standard error. */
export function copyPipes(
  { copyStdoutTo, copyStderrTo, recordFile }: LauncherOptions,
  errors: number,
): Pipes {
  const out = copyPipe({ letter: 'o', copies: copyStdoutTo, recordFile, stream: 1 });
  const err = copyPipe({ letter: 'e', copies: copyStderrTo, recordFile, stream: errors });
  return {
    files: [...out.files, ...err.files],
    start: [...out.start, ...err.start],
    redirect: out.redirect + err.redirect,
    first: [],
    last: [],
    finish: [...out.finish, ...err.finish],
  };
}

/** The pipes of standard output and error, where there are any. */
export function pipesOf(recordFile: string): readonly [out: string, err: string] {
  return [`${recordFile}.o`, `${recordFile}.e`];
}

interface CopyOptions {
  readonly letter: 'o' | 'e';
  readonly copies: readonly string[];
  readonly recordFile: string;
  readonly stream: number;
}

function copyPipe({ letter, copies, recordFile, stream }: CopyOptions): Pipes {
  if (copies.length === 0) return noPipes;
  const [out, err] = pipesOf(recordFile);
  const pipe = letter === 'o' ? out : err;
  return {
    files: [pipe],
    start: [
      // What the writer of the DAG names is made as by the commands.
      `{ ${usualUmask()}; exec tee -a -- ${copies.map(quote).join(' ')}; } <${quote(pipe)} >&${stream} &`,
      `__${letter}=$!`,
    ],
    redirect: ` ${stream}>${quote(pipe)}`,
    first: [],
    last: [],
    finish: [`wait "$__${letter}"`],
  };
}

/**
 * The filter is started again when a signal ends it: Node listens to signals a moment after its start, and until then it
 * has read nothing. The shell around it ignores them, holds the pipes open, and says nothing of such ends in the log.
 */
export function filterPipes(
  filter: LauncherFilter,
  { recordFile, stopSignal }: LauncherOptions,
): Pipes {
  const [out, err] = pipesOf(recordFile);
  const done = `${recordFile}.d`;
  const ends = trappedSignals(stopSignal).map(signalledCode);
  const { oneStream, saysReady, endMark, foreignVariables, ownVariables } = filter;
  return {
    files: oneStream ? [out, done] : [out, err, done],
    start: [
      // Opened for both directions, so that nobody waits for the other side and nobody meets its end.
      `exec 5<>${quote(done)}`,
      // The engine may run within Electron, which is Node with the variable.
      `(${unset(foreignVariables)}${usualUmask()}; export ELECTRON_RUN_AS_NODE=1; while :`,
      `do (exec ${filter.command.map(quote).join(' ')} 2>&4 4>&-); __r=$?`,
      `case $__r in ${ends.join('|')}) ;; *) break;; esac; done; echo "$__r" >&5`,
      `) <${quote(out)}${oneStream ? '' : ` 3<${quote(err)}`} 4>&2 2>/dev/null &`,
      unset(ownVariables),
    ],
    redirect: ` >${quote(out)} 2>${oneStream ? '&1' : quote(err)} 5>&-`,
    first: [saysReady ? `read -r __r <${quote(done)}` : '__r=ready'],
    last: [`printf %s ${quote(endMark)}${oneStream ? '' : `; printf %s ${quote(endMark)} >&2`}`],
    finish: [
      // A signal ends the reading, not the filter.
      '[ "$__r" != ready ] || until read -r __r <&5; do :; done',
      // Output that could not be written is no success.
      '[ "$__c" -ne 0 ] || [ "$__r" -eq 0 ] || __c=1',
    ],
  };
}

function unset(variables: readonly string[]): string {
  return variables.length === 0 ? '' : `unset ${variables.join(' ')}; `;
}
