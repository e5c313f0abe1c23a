import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Who serves a data folder, for the message to a second engine. The lock itself is the database's. */
export interface Holder {
  readonly pid: number;
  /** ISO 8601. */
  readonly startedAt: string;
}

const holderFile = (dataDir: string): string => join(dataDir, 'engine.lock');

export function writeHolder(dataDir: string, holder: Holder): void {
  writeFileSync(holderFile(dataDir), `${JSON.stringify(holder)}\n`, { mode: 0o600 });
}

export function removeHolder(dataDir: string): void {
  rmSync(holderFile(dataDir), { force: true });
}

/** Null where no engine has said so. */
export function readHolder(dataDir: string): Holder | null {
  try {
    return JSON.parse(readFileSync(holderFile(dataDir), 'utf8')) as Holder;
  } catch {
    // Between the lock and this file there is a moment without it.
    return null;
  }
}
