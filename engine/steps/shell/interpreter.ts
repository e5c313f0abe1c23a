import { basename } from 'node:path';

const posixShells = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'mksh', 'ash', 'busybox']);

/** Whether commands for this program are POSIX shell text, in which `${NAME}` reads the environment. */
export function isPosixShell(program: string): boolean {
  return posixShells.has(programName(program));
}

/** The flag after which an interpreter takes its program text. */
export function commandFlag(program: string): string {
  switch (programName(program)) {
    case 'pwsh':
    case 'powershell':
      return '-Command';
    case 'cmd':
      return '/c';
    case 'node':
    case 'bun':
    case 'perl':
    case 'ruby':
      return '-e';
    case 'php':
      return '-r';
    default:
      return '-c';
  }
}

function programName(program: string): string {
  return basename(program)
    .replace(/\.exe$/i, '')
    .toLowerCase();
}

/** The interpreter line of a script, as the kernel reads it: a program and at most one argument. */
export function shebangOf(script: string): readonly string[] | null {
  const line = /^#!\s*(\S+)(?:[ \t]+([^\r\n]*?))?[ \t]*\r?(?:\n|$)/.exec(script);
  if (line?.[1] === undefined) return null;
  return line[2] === undefined || line[2] === '' ? [line[1]] : [line[1], line[2]];
}
