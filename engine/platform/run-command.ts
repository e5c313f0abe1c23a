import { randomBytes } from 'node:crypto';
import { startProblem } from '../dag/conditions.ts';
import { killMembers } from './kill-members.ts';
import { processEnvironment } from './process-environment.ts';
import { signalGroup } from './signal-step.ts';
import { withCookie } from './step-cookie.ts';

export interface CommandOptions {
  readonly shell: readonly string[];
  readonly workingDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Ends the command, and all that it started. */
  readonly signal?: AbortSignal | undefined;
  /** Whether all that it has started ends with it, in whatever session that is; otherwise what it leaves goes on. */
  readonly endsAll?: boolean;
}

const MAX_BYTES = 1024 * 1024;

/** A command that failed, was ended or could not be started. The message names it and is for people. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}

/**
 * Runs one command to its end and returns what it printed, without trailing line feeds.
 *
 * @throws CommandFailure; Error for too much output, for `signal`, and for a variable that no process can be given.
 */
export async function runCommand(command: string, options: CommandOptions): Promise<string> {
  const result = await run(command, options);
  if (result.isMaxBuffer) throw new Error(`\`${command}\`: ${result.shortMessage}`);
  if (result.failed) throw failure(command, result);
  return result.stdout.replace(/\n+$/, '');
}

/**
 * Runs one command to its end for the sake of its exit code; what it prints is dropped.
 *
 * @throws CommandFailure when it is ended (by its time limit too) or its shell cannot be started; Error for `signal`, and for
 * a variable that no process can be given.
 */
export async function exitCodeOf(command: string, options: CommandOptions): Promise<number> {
  const result = await run(command, options, 'ignore');
  if (result.exitCode !== undefined) return result.exitCode;
  throw failure(command, result);
}

function failure(command: string, result: Awaited<ReturnType<typeof run>>): CommandFailure {
  const { exitCode, isTerminated, shortMessage } = result;
  const neverBegan = exitCode === undefined && !isTerminated;
  const start = neverBegan ? 'the command cannot be started' : startProblem(exitCode ?? 0);
  return new CommandFailure(
    `\`${command}\`: ${start === null ? shortMessage : `${start}: ${shortMessage}`}`,
  );
}

async function run(command: string, options: CommandOptions, output: 'pipe' | 'ignore' = 'pipe') {
  // Loaded when a definition first needs it: it would be a fifth of the memory of an idle engine.
  const { execa } = await import('execa');
  const { env } = processEnvironment(options.env, { commands: [[command]], scripts: [] });
  const [program = 'sh', ...flags] = options.shell;
  const limit = AbortSignal.timeout(options.timeoutMs);
  const end = options.signal === undefined ? limit : AbortSignal.any([limit, options.signal]);
  end.throwIfAborted();
  const cookie = options.endsAll === true ? randomBytes(16).toString('hex') : null;
  const atMs = performance.now();
  const running = execa(program, [...flags, '-c', command], {
    cwd: options.workingDir,
    env: cookie === null ? env : withCookie(env, cookie),
    extendEnv: false,
    stdin: 'ignore',
    stdout: output,
    stderr: output,
    // A group of its own, so that children which hold on to the output can be ended too.
    detached: true,
    maxBuffer: MAX_BYTES,
    reject: false,
    stripFinalNewline: false,
  });
  const kill = (): void => signalGroup(running.pid ?? 0, 'SIGKILL');
  end.addEventListener('abort', kill, { once: true });
  const result = await running;
  end.removeEventListener('abort', kill);
  if (cookie !== null && running.pid !== undefined) {
    await killMembers(cookie, { pid: running.pid, atMs });
  }
  if (limit.aborted) {
    throw new CommandFailure(`\`${command}\`: took longer than ${options.timeoutMs / 1000}s`);
  }
  options.signal?.throwIfAborted();
  return { ...result, stdout: String(result.stdout ?? '') };
}
