import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const GIGABYTE = 1024 ** 3;
/** Half of it is written and stays until the tests end; they need memory themselves too. */
const NEEDED = { room: 6 * GIGABYTE, memory: 10 * GIGABYTE };

/**
 * A folder that lies in memory, with room for all that the tests write; null where this machine has none. Thousands of
 * engines sync each commit of theirs, and a disk makes the whole worker wait for it.
 */
export function roomInMemory(folder = '/dev/shm', needed = NEEDED): string | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    const hasRoom = bavail * bsize >= needed.room && freemem() >= needed.memory;
    return hasRoom && runsPrograms(folder) ? folder : null;
  } catch {
    return null; // Not Linux, or not for us.
  }
}

/** Steps are files too; a container often forbids to run those that lie in memory. */
function runsPrograms(parent: string): boolean {
  const folder = mkdtempSync(join(parent, 'dagwright-try-'));
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(folder, { recursive: true, force: true });
  return status === 0;
}
