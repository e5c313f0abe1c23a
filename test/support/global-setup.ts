import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { commandOf, processesUsing } from './leftovers.ts';
import { unmountBelow } from './mounts.ts';
import { roomInMemory } from './room-in-memory.ts';

const PREFIX = 'dagwright-tests-';
const GRACE_MS = 5_000;

const parents = [tmpdir(), '/dev/shm'];
// Whoever names a folder means that one.
const parent = (process.env.TMPDIR === undefined ? roomInMemory() : null) ?? tmpdir();
const root = join(parent, `${PREFIX}${process.pid}`);

/** Gives the whole run of the tests one temporary folder, which `os.tmpdir()` answers in every worker. */
export function setup(): void {
  removeAbandonedRoots();
  mkdirSync(root, { recursive: true });
  process.env.TMPDIR = root;
}

/** Removes that folder. Processes that still use it were left behind by a test: they are ended, and fail the run. */
export async function teardown(): Promise<void> {
  const left = await waitForNone();
  for (const pid of left) signal(pid, 'SIGKILL');
  removeAll(root);
  if (left.length > 0) throw new Error('Tests left processes behind, see above.');
}

/** Folders of earlier runs that ended without their teardown. */
function removeAbandonedRoots(): void {
  for (const folder of parents.filter((one) => existsSync(one))) {
    for (const name of readdirSync(folder)) {
      const pid = Number(name.startsWith(PREFIX) ? name.slice(PREFIX.length) : Number.NaN);
      if (Number.isInteger(pid) && !isAlive(pid)) {
        removeAll(join(folder, name));
      }
    }
  }
}

function removeAll(folder: string): void {
  unmountBelow(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function isAlive(pid: number): boolean {
  return existsSync('/proc/self') ? existsSync(`/proc/${pid}`) : signal(pid, 0);
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false; // No such process, or somebody else's: not one of our runs.
  }
}

/** What a test has just stopped may take a moment to be gone. */
async function waitForNone(): Promise<readonly number[]> {
  const deadline = Date.now() + GRACE_MS;
  let left = processesUsing(root);
  while (left.length > 0 && Date.now() < deadline) {
    await delay(100);
    left = processesUsing(root);
  }
  for (const pid of left) console.error(`Left behind by a test: ${pid} ${commandOf(pid)}`);
  return left;
}
