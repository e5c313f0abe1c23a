import { readdirSync, readFileSync } from 'node:fs';

/** What only Linux tells of this process; null elsewhere. */
export interface OwnProcess {
  readonly virtualBytes: number;
  readonly dataBytes: number;
  readonly threads: number;
  readonly openFiles: number;
  readonly mostFiles: number;
}

export function ownProcess(): OwnProcess | null {
  if (process.platform !== 'linux') return null;
  const status = readFileSync('/proc/self/status', 'latin1');
  const limits = readFileSync('/proc/self/limits', 'latin1');
  const number = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0);
  return {
    virtualBytes: number(status, /^VmSize:\s*(\d+) kB$/m) * 1024,
    dataBytes: number(status, /^VmData:\s*(\d+) kB$/m) * 1024,
    threads: number(status, /^Threads:\s*(\d+)$/m),
    openFiles: readdirSync('/proc/self/fd').length,
    mostFiles: number(limits, /^Max open files\s+(\d+)/m),
  };
}

/** How long something that is ready now waits for its turn in the event loop, in seconds. */
export function loopLagSec(): Promise<number> {
  const asked = performance.now();
  return new Promise((resolve) => {
    setImmediate(() => resolve((performance.now() - asked) / 1000));
  });
}

/** When this process started, in seconds since the epoch. */
export function startTimeSec(): number {
  return performance.timeOrigin / 1000;
}
