import { readFileSync } from 'node:fs';

/** What only Linux tells of this process; null elsewhere. */
export interface OwnProcess {
  readonly threads: number;
}

/** Null where the system does not tell. */
export function ownProcess(): OwnProcess | null {
  if (process.platform !== 'linux') return null;
  const status = readFileSync('/proc/self/status', 'latin1');
  return { threads: Number(/^Threads:\s*(\d+)$/m.exec(status)?.[1] ?? 0) };
}
