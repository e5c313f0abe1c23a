import type Docker from 'dockerode';
import type { Startup } from './docker-request.ts';
import { endsWithin } from './ends-within.ts';

/** The longest wait until a container is ready. */
export const LIMIT_MS = 120_000;
export const LOOK_MS = 100;

/** Waits until commands can run in a container. @throws Error when it ends before, or takes longer than the limit. */
export async function untilReady(
  container: Docker.Container,
  { waitFor, logPattern }: Pick<Startup, 'waitFor' | 'logPattern'>,
  limitMs = LIMIT_MS,
): Promise<void> {
  const pattern = logPattern === null ? null : new RegExp(logPattern, 'm');
  for (let waited = 0; waited <= limitMs; waited += LOOK_MS) {
    const isUp = (await stateIs(container, waitFor)) && (await hasLogged(container, pattern));
    if (isUp) return;
    await endsWithin(container, LOOK_MS, 'next-exit');
  }
  const what = pattern === null ? `is not ${waitFor}` : 'has not logged a line for `log_pattern`';
  throw new Error(`the container ${what} after ${limitMs / 1000} seconds`);
}

async function stateIs(container: Docker.Container, waitFor: Startup['waitFor']): Promise<boolean> {
  const { State } = await container.inspect();
  if (['exited', 'dead'].includes(State.Status))
    throw new Error(`the container ended before it was ready, with exit code ${State.ExitCode}`);
  if (waitFor === 'running') return State.Running;
  if (State.Health === undefined)
    throw new Error('`wait_for: healthy` requires an image with a health check');
  return State.Health.Status === 'healthy';
}

async function hasLogged(container: Docker.Container, pattern: RegExp | null): Promise<boolean> {
  if (pattern === null) return true;
  const log = await container.logs({ stdout: true, stderr: true, tail: 1000 });
  return pattern.test(textOf(log));
}

/** Without the eight bytes before each piece, which say whose it is and how long. */
function textOf(log: Buffer): string {
  let text = '';
  for (let at = 0; at + 8 <= log.length;) {
    const length = log.readUInt32BE(at + 4);
    text += log.toString('utf8', at + 8, at + 8 + length);
    at += 8 + length;
  }
  return text;
}
