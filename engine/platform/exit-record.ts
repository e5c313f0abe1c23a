import { readFileSync } from 'node:fs';

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
