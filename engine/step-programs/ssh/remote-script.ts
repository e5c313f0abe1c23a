import type { RemoteCommand, SshRequest } from './ssh-request.ts';

/** The line that asks for a stop; what is not one is the end of the input, as when the line is lost. */
export const STOP_LINE = 'stop\n';

/** What is sent to the other host, whatever shell its user has: a script comes as the first so many bytes of the input. */
export function remoteCommandLine(script: Buffer): string {
  return `exec /bin/sh -c 'eval "$(head -c ${script.length})"'`;
}

type Variables = Readonly<Record<string, string>>;

/**
 * The script for one command. It comes as input and not as an argument, so that no list of processes shows its values, and
 * there may be many. Each is a quoted word, and so never read as anything else.
 *
 * The shell becomes the command. What it leaves behind waits for a stop, or for the loss of the line, and ends all that
 * belongs to the command: the server itself would do neither.
 */
export function remoteScript(
  { words, env }: RemoteCommand,
  variables: Variables,
  stop: SshRequest['stop'],
): Buffer {
  const assigned = Object.entries({ ...variables, ...env })
    .filter(([name]) => isVariable(name))
    .map(([name, value]) => `export ${name}=${quoted(value)}`);
  const lines = [
    // A part of it is no command, should the line be lost before the rest.
    '{',
    'exec 3<&0 </dev/null',
    ...guard(stop),
    ...assigned,
    `exec ${words.map(quoted).join(' ')} 3<&-`,
    '}',
  ];
  return Buffer.from(lines.join('\n'));
}

/** A word of a POSIX shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** A process of nobody, so that the command meets no child that it did not start. */
function guard({ signal, graceMs }: SshRequest['stop']): readonly string[] {
  const name = signal.replace(/^SIG/, '');
  const isOther = '$1 == group && $2 != own && $3 != own { found = 1 }';
  const list = 'ps -A -o pgid= -o pid= -o ppid= 2>/dev/null';
  const anyLeft = `${list} | awk -v group=$$ -v own="$own" '${isOther} END { exit !found }'`;
  return [
    '( (',
    "trap '' HUP INT QUIT TERM USR1 USR2",
    'line=; IFS= read -r line <&3',
    // The command ended, and what it left on purpose stays.
    'if [ "$line" != stop ] && ! kill -0 $$ 2>/dev/null; then exit; fi',
    `own=$(exec sh -c 'echo $PPID')`,
    `kill -s ${name} -- -$$ 2>/dev/null || kill -s ${name} $$ 2>/dev/null`,
    `left=${Math.ceil(graceMs / LOOK_MS)}`,
    `while [ $left -gt 0 ] && { kill -0 $$ 2>/dev/null || ${anyLeft}; }; do`,
    `sleep ${LOOK_MS / 1000} 2>/dev/null || sleep 1; left=$((left - 1))`,
    'done',
    'kill -s KILL -- -$$ 2>/dev/null || kill -s KILL $$ 2>/dev/null',
    ') & )',
  ];
}

const LOOK_MS = 200;

/** Whether a shell can assign it: those that it sets itself would end it. */
function isVariable(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !ofShell.has(name);
}

const ofShell: ReadonlySet<string> = new Set(
  'BASHOPTS BASH_VERSINFO EUID PPID SHELLOPTS UID'.split(' '),
);
