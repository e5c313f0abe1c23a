import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';

/** What somebody may put in the place of a file, by what the engine calls it. */
export const standIns = {
  'a named pipe': (path: string) => run('mkfifo', path),
  'a socket': (path: string) =>
    run(
      process.execPath,
      '-e',
      `require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`,
      path,
    ),
  'a folder': (path: string) => void mkdirSync(path),
  'a link': (path: string) => symlinkSync('/etc/passwd', path),
} as const satisfies Readonly<Record<string, (path: string) => void>>;

export type StandIn = keyof typeof standIns;

/** Puts it there; what was there goes. */
export function replaceBy(kind: StandIn, path: string): void {
  rmSync(path, { recursive: true, force: true });
  standIns[kind](path);
}

function run(program: string, ...rest: readonly string[]): void {
  const { error } = spawnSync(program, rest);
  if (error !== undefined) throw error;
}
