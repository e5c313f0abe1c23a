import { bootId } from '../process-identity.ts';
import { between, copyPipes } from '../launcher-pipes.ts';
import { closesRecord, commandLines, isFree, noteEnd, RECORD } from '../launcher-script.ts';
import { quote } from '../launcher-shell.ts';
import type { LaunchOptions } from '../step-process.ts';

/** Decimal digits that tell the length of the launch that follows them, in bytes. */
export const LENGTH_DIGITS = 9;

/**
 * The program of the spawner, for bash: reads launches from descriptor 3 and runs each as a job of its own, which has a
 * process group of its own by `set -m`. What it has to say of jobs goes nowhere. Without job control it says so by ending.
 * When the engine is gone it waits for its jobs: were it gone too, the kernel would hang up on those that are stopped.
 */
export const spawnerScript = [
  'set -m; case $- in *m*) ;; *) exit 1;; esac',
  'exec 8<&3 9>&4 3<&- 4>&-; unset OLDPWD SHLVL',
  `while IFS= read -r -N ${LENGTH_DIGITS} -u 8 __n && IFS= read -r -N "$((10#$__n))" -u 8 __t; do eval "$__t" & done`,
  // A stopped job is not waited for, and a bash with job control ends those when it ends.
  'wait; while [ -n "$(jobs -ps)" ]; do command -p sleep 1; wait; done; set +m',
].join('\n');

/** What the spawner tells of a launch: it has begun, as this process; it is over; or it could not begin. */
export type SpawnerWord =
  | {
      readonly kind: 'began';
      readonly id: number;
      readonly pid: number;
      readonly started: string;
    }
  | { readonly kind: 'ended'; readonly id: number; readonly code: number }
  | { readonly kind: 'refused'; readonly id: number };

/** Descriptor of the launcher that leads to the log of standard error. What bash says of ends by signals is not for it. */
const ERRORS = 7;

/**
 * The launch of a step, for `eval` in a copy of the spawner: that is its launcher, which saves a program. Its identity stands
 * in the record, since its command line is that of the spawner.
 *
 * Whatever goes wrong before the record is there is told as refused: a start without the spawner then says why.
 */
export function launchText(id: number, options: LaunchOptions): string {
  const { workingDir, stdoutFile, stderrFile } = options;
  const errors = stderrFile === stdoutFile ? '>&1' : `>>${quote(stderrFile)}`;
  return [
    `umask 077; cd -- ${quote(workingDir)} && ${[...new Set([stdoutFile, stderrFile])].map(isLog).join(' && ')} &&`,
    `exec 8<&- </dev/null >>${quote(stdoutFile)} ${ERRORS}${errors} && {`,
    ...beginning(id, options),
    exported(options.env),
    ...launcherLines(options),
    `}; }; printf 'refused ${id}\\n' >&9`,
  ].join('\n');
}

/** Whether it is a file, or nothing yet. Another step could have put a link in its place, or a pipe that nobody reads. */
function isLog(file: string): string {
  const log = quote(file);
  return `{ [ -f ${log} ] || [ ! -e ${log} ]; } && [ ! -L ${log} ]`;
}

// Fields of its state: 0 is its number, 4 its group, 21 the time at which it began; the name of bash holds no blanks. An
// engine that is gone reads no words, and what is written to it then must not end the launcher. `LC_ALL` stays, for the
// launcher alone: without it bash would read a dozen files of the step's language.
function beginning(id: number, { nonce, recordFile }: LaunchOptions): readonly string[] {
  return [
    'read -r -a __s </proc/self/stat; __p=${__s[0]} __b=${__s[21]}',
    `[ "$__p" = "\${__s[4]}" ] && ${isFree(recordFile)} && set -C && exec ${RECORD}>${quote(recordFile)} && printf 'started %s %s %s %s\\n' "$__p" ${nonce} "$__b" ${bootId()} >&${RECORD} && {`,
    `set +C; trap 'printf "ended ${id} %s\\n" "$?" >&9' EXIT`,
    `trap '' PIPE; printf 'began ${id} %s %s\\n' "$__p" "$__b" >&9; trap - PIPE; export -n LC_ALL`,
  ];
}

function launcherLines(options: LaunchOptions): readonly string[] {
  const commands = commandLines(options, ` 2>&${ERRORS} ${ERRORS}>&- 9>&-${closesRecord}`);
  return [
    ...between(copyPipes(options, ERRORS), commands, options),
    ...noteEnd(options),
    'exit "$__c"',
  ];
}

function exported(env: Readonly<Record<string, string>>): string {
  const words = Object.entries(env).map(([name, value]) => `${name}=${quote(value)}`);
  // Without any it would print them all.
  return words.length === 0 ? ':' : `export ${words.join(' ')}`;
}

/** Names to which bash gives a meaning of its own, so that a program would not get them as they are. */
const meansSomething =
  /^(?:BASH\w*|COMP_\w+|READLINE_\w+|COPROC|DIRSTACK|EPOCH\w+|EUID|FUNCNAME|GROUPS|HISTCMD|IFS|LINENO|MAPFILE|OLDPWD|OPTARG|OPTERR|OPTIND|PIPESTATUS|POSIXLY_CORRECT|PPID|PWD|RANDOM|REPLY|SECONDS|SHELLOPTS|SHLVL|SRANDOM|TIMEFORMAT|TMOUT|UID|_)$/;

/**
 * Whether bash can start the step as it is. Not where SIGINT is to stop it: a bash that gets one at the moment at which it
 * begins to wait for a command sends it to itself for ever, and never notes the end.
 */
export function canSpawn({ mask, stopSignal, env }: LaunchOptions): boolean {
  return mask === null && stopSignal !== 'SIGINT' && Object.keys(env).every(isPlainVariable);
}

/** Whether a program gets the variable as it is through bash. */
function isPlainVariable(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !meansSomething.test(name);
}

const words = /^(?:(began) (\d+) (\d+) (\d+)|(ended) (\d+) (\d+)|refused (\d+))$/;

/** Reads a line of the spawner. Null for what is none of its words: its descriptor is open in all launchers. */
export function readWord(line: string): SpawnerWord | null {
  const [, began, begunId, pid, started = '', ended, endedId, code, refusedId] =
    words.exec(line) ?? [];
  if (began !== undefined) {
    return { kind: 'began', id: Number(begunId), pid: Number(pid), started };
  }
  if (ended !== undefined) return { kind: 'ended', id: Number(endedId), code: Number(code) };
  return refusedId === undefined ? null : { kind: 'refused', id: Number(refusedId) };
}
