import { finished } from 'node:stream/promises';
import type Docker from 'dockerode';
import type { Stop } from './docker-request.ts';
import { endsWithin } from './ends-within.ts';
import { statusOf } from './owner.ts';

/** Processes of a step in a container that outlives it. */
export interface Inside {
  /** The ID of the container, since another could get its name. */
  readonly container: string;
  /** A variable that all of them have, and no other. */
  readonly mark: string;
  readonly stop: Stop;
}

const LOOK_MS = 100;

/** First the signal, then, when the time is over, the kill. The container stays. */
export async function endInside(
  docker: Docker,
  { container: id, mark, stop: { signal, graceMs } }: Inside,
): Promise<void> {
  const container = docker.getContainer(id);
  const isLate = AbortSignal.timeout(graceMs);
  try {
    await signalProcesses(container, mark, signal);
    while (!isLate.aborted && (await signalProcesses(container, mark, '0'))) {
      if (await endsWithin(container, LOOK_MS)) return;
    }
    await signalProcesses(container, mark, 'SIGKILL');
  } catch (error) {
    // It does not run, or is gone, and all in it with it.
    if (![404, 409].includes(statusOf(error))) throw error;
  }
}

/** The exit codes of a shell that there is none of. */
const NO_SHELL = [126, 127];

/**
 * Sends a signal to every process in the container that bears the mark: the engine has no request for that. Answers whether
 * there was any.
 */
async function signalProcesses(
  container: Docker.Container,
  mark: string,
  signal: string,
): Promise<boolean> {
  const kill = `kill -${signal.replace(/^SIG/, '')} "\${p#/proc/}"`;
  const isOurs = `[ "\${p#/proc/}" != $$ ] && grep -q "$0" "$p/environ" 2>/dev/null`;
  const all = `n=1; for p in /proc/[0-9]*; do ${isOurs} && ${kill} && n=0; done; exit $n`;
  const exec = await container.exec({
    Cmd: ['/bin/sh', '-c', all, mark],
    User: '0',
    AttachStdout: true,
  });
  // It has sent all signals when its output ends.
  const stream = await exec.start({ hijack: true, stdin: false });
  await finished(stream.resume(), { writable: false });
  const { ExitCode } = await exec.inspect();
  if (NO_SHELL.includes(ExitCode ?? 0))
    throw new Error('what runs in the container cannot be ended: there is no /bin/sh in it');
  return ExitCode === 0;
}
