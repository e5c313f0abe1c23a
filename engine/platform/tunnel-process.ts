import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';

export interface TunnelProcessOptions {
  /** Path of the program. */
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Finds the public address in what it prints. */
  readonly address: RegExp;
  readonly clock: Clock;
  readonly log: Logger;
  /** Told each time that the tunnel has an address. The returned function is called when it is gone. */
  readonly opened: (url: string) => () => void;
}

const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 60_000;
const END_MS = 5000;

/** Keeps a tunnel program running: one that ends is started again, later each time that it had no address. Returns the end. */
export function keepTunnel(options: TunnelProcessOptions): () => Promise<void> {
  const { clock, log } = options;
  let delayMs = FIRST_DELAY_MS;
  let isClosed = false;
  let cancel = (): void => undefined;
  let life = begin();

  function begin(): TunnelLife {
    return startTunnel(options, ({ reason, hadAddress }) => {
      if (isClosed) return;
      delayMs = hadAddress ? FIRST_DELAY_MS : delayMs;
      log.warn('The tunnel has ended. It is restarted', { reason, inMs: delayMs });
      cancel = clock.after(delayMs, () => {
        life = begin();
      });
      delayMs = Math.min(2 * delayMs, LONGEST_DELAY_MS);
    });
  }

  return async () => {
    isClosed = true;
    cancel();
    const kill = clock.after(END_MS, () => life.child.kill('SIGKILL'));
    life.child.kill('SIGTERM');
    await life.ended;
    kill();
  };
}

// An engine must not leave a way in from the internet, however it ends. Its end of the pipe, the program's standard input
// here, closes with it and with the program. The program takes the place of this shell, and its number.
const endingWithUs = `exec 3<&0 </dev/null
(trap '' HUP INT TERM
read -r line <&3
kill -TERM $$ && command -p sleep ${END_MS / 1000} && kill -KILL $$) >/dev/null 2>&1 &
exec "$0" "$@" 3<&-`;

interface TunnelLife {
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
}

interface TunnelEnd {
  readonly reason: string;
  readonly hadAddress: boolean;
}

function startTunnel(
  { program, args, env, address, opened }: TunnelProcessOptions,
  onEnd: (end: TunnelEnd) => void,
): TunnelLife {
  const child = spawn('/bin/sh', ['-c', endingWithUs, program, ...args], { env });
  let last = '';
  let gone: (() => void) | null = null;
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => {
      last = line.trim() === '' ? last : line.trim();
      const url = gone === null ? address.exec(line)?.[0] : undefined;
      if (url !== undefined) gone = opened(url);
    });
  }
  // One that cannot be started tells both, and ends once all the same.
  const reasonOfEnd = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(`${signal ?? `exit code ${code}`}: ${last}`));
  });
  const ended = reasonOfEnd.then((reason) => {
    gone?.();
    onEnd({ reason, hadAddress: gone !== null });
  });
  return { child, ended };
}
