import { constants } from 'node:os';

export interface LauncherOptions {
  /** Programs with arguments, run one after another until one fails. */
  readonly commands: readonly (readonly string[])[];
  /** Where the launcher notes its start and its end. */
  readonly recordFile: string;
  readonly nonce: string;
  /** Signal that will stop the step, so that the launcher outlives it and can note the exit code. */
  readonly stopSignal: NodeJS.Signals;
  /** Files that get a copy of the stream, appended. */
  readonly copyStdoutTo: readonly string[];
  readonly copyStderrTo: readonly string[];
}

/**
 * The text of the small POSIX shell program that stands over a step's process. It outlives the engine, waits for the
 * commands, and leaves their exit code in the record: one short line, written in one piece, so it is whole or absent.
 *
 * It survives the signals that are sent to its group (a trap with a command is reset in children, an ignored signal
 * would be inherited), but not SIGKILL: then there is no record, and the exit is unknown.
 */
export function launcherScript(options: LauncherOptions): string {
  const { commands, recordFile, nonce, copyStdoutTo, copyStderrTo } = options;
  const record = quote(recordFile);
  const out = copyPipe('o', copyStdoutTo, recordFile);
  const err = copyPipe('e', copyStderrTo, recordFile);
  return [
    `printf 'started %s %s\\n' "$$" ${nonce} >>${record}`,
    `trap : ${trapped(options.stopSignal).join(' ')}`,
    out.open + err.open + 'i=0 c=0',
    ...commands.map((command) => commandLine(command, out.redirect + err.redirect)),
    out.close + err.close + `printf 'exited %s %s %s\\n' ${nonce} "$c" "$i" >>${record}`,
    'exit "$c"',
  ].join('\n');
}

function commandLine(command: readonly string[], redirect: string): string {
  return `[ "$c" -ne 0 ] || { i=$((i+1)); ${command.map(quote).join(' ')}${redirect}; c=$?; }`;
}

interface CopyPipe {
  readonly open: string;
  readonly redirect: string;
  readonly close: string;
}

// `tee` ignores what ends the step, so that it copies the step's last words too.
function copyPipe(letter: 'o' | 'e', files: readonly string[], recordFile: string): CopyPipe {
  if (files.length === 0) return { open: '', redirect: '', close: '' };
  const pipe = quote(`${recordFile}.${letter}`);
  const stream = letter === 'o' ? '1' : '2';
  return {
    open:
      `rm -f ${pipe}; mkfifo -m 600 ${pipe} || exit 1\n` +
      `(trap '' HUP INT QUIT TERM USR1 USR2 ALRM; exec tee -a -- ${files.map(quote).join(' ')} <${pipe} >&${stream}) &\n${letter}=$!\n`,
    redirect: ` ${stream}>${pipe}`,
    close: `wait "$${letter}"; rm -f ${pipe}\n`,
  };
}

const alwaysTrapped = [
  'SIGHUP',
  'SIGINT',
  'SIGQUIT',
  'SIGALRM',
  'SIGTERM',
  'SIGUSR1',
  'SIGUSR2',
] as const;
const untrappable = new Set<string>(['SIGKILL', 'SIGSTOP']);

function trapped(stopSignal: NodeJS.Signals): readonly number[] {
  const names = new Set<NodeJS.Signals>([...alwaysTrapped, stopSignal]);
  return [...names].filter((name) => !untrappable.has(name)).map((name) => constants.signals[name]);
}

/** One word for a POSIX shell, whatever it holds. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
