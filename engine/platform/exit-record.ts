import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What the launcher left of itself: see `launcher-script.ts`. Lines that are not complete are not there. */
export interface ExitRecord {
  /** Pid of the launcher; null when it has not begun. */
  readonly pid: number | null;
  readonly exit: {
    readonly code: number;
    /** 1-based number of the last command. */ readonly command: number;
  } | null;
}

const nothing: ExitRecord = { pid: null, exit: null };

/** Reads the record of the launcher with this nonce; another launcher's lines do not count. */
export function readExitRecord(file: string, nonce: string): ExitRecord {
  let text: string;
  try {
    text = readFileSync(file, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return nothing;
    throw error;
  }
  const started = new RegExp(`^started (\\d+) ${nonce}\\n`, 'm').exec(text);
  const exited = new RegExp(`^exited ${nonce} (\\d+) (\\d+)\\n`, 'm').exec(text);
  return {
    pid: started === null ? null : Number(started[1]),
    exit: exited === null ? null : { code: Number(exited[1]), command: Number(exited[2]) },
  };
}

/**
 * Takes the place of a launcher that has not begun: whoever creates the record first wins, and a launcher that finds one
 * runs nothing. Returns whether the launcher with this nonce can never run its step, now or by an earlier call.
 */
export function cancelStart(file: string, nonce: string): boolean {
  const line = `cancelled ${nonce}\n`;
  // A folder that is made later would let a late launcher begin.
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(file, line, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFileSync(file, 'latin1') === line;
  }
}
