import { spawn } from 'node:child_process';
import { masked, type Job, type Visit } from './job.ts';

export interface ActionProcess {
  readonly words: readonly string[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs a program of an action to its end, and returns its exit code. @throws Error when it cannot start, or a signal ended it. */
export async function runProcess(
  job: Job,
  visit: Visit,
  { words: [program = '', ...args], folder, env }: ActionProcess,
): Promise<number> {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...job.env, ...visit.files.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = [visit.writer(1), visit.writer(2)];
  child.stdout.on('data', out.write);
  child.stderr.on('data', err.write);
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', (error) => reject(new Error(masked(job, `${program}: ${error.message}`))));
    child.once('close', (exit, signal) =>
      exit === null
        ? reject(new Error(`${program} was ended by ${signal ?? 'a signal'}`))
        : resolve(exit),
    );
  });
  out.end();
  err.end();
  visit.end();
  return code;
}
