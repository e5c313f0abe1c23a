import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const ASK_AGAIN_MS = 100;

/** Lets one process at a time build into the same folder; the others wait, and find that nothing is left to do. */
export async function oneAtATime(lockFile: string, work: () => Promise<void>): Promise<void> {
  mkdirSync(dirname(lockFile), { recursive: true });
  while (!take(lockFile)) await delay(ASK_AGAIN_MS);
  try {
    await work();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

function take(lockFile: string): boolean {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!isHeld(lockFile)) rmSync(lockFile, { force: true });
    return false;
  }
}

/** A build that was killed leaves its lock behind. */
function isHeld(lockFile: string): boolean {
  try {
    const owner = readFileSync(lockFile, 'utf8');
    // Empty: it is being written this very moment.
    return owner === '' || process.kill(Number(owner), 0);
  } catch (error) {
    // The owner is somebody else's process, or there is none and the lock is old or just gone.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
