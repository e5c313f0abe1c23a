import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  openSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './home.ts';
import { unmount } from './mounts.ts';

const MB = 1024 * 1024;
/** More than any test makes, and a number that can be used up. */
const FILES = 12_000;

export interface SmallDisk {
  readonly folder: string;
  /** Takes all the room but some bytes. */
  readonly fill: (leaveBytes?: number) => void;
  /** Takes the places of all files but some, and hardly a byte. */
  readonly fillWithFiles: (leave?: number) => void;
  /** Gives the room back. */
  readonly free: () => void;
}

/** Why this machine cannot mount a disk for a test; null where it can. Where CI runs as root it must. */
export const noSmallDisk = whyNot();

function whyNot(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root of Linux can mount';
  const folder = temporaryFolder('mount');
  const { status, stderr } = mount(folder, 1);
  if (status === 0) {
    unmount(folder);
    return null;
  }
  if (process.env['CI'] === 'true') throw new Error(`No disk can be mounted: ${String(stderr)}`);
  return 'this machine allows no mount';
}

/** A disk of its own in memory. It is gone at the end of the test. */
export function aSmallDisk(megabytes = 64): SmallDisk {
  const folder = temporaryFolder('disk');
  const { status, stderr } = mount(folder, megabytes);
  if (status !== 0) throw new Error(String(stderr));
  const ballast = join(folder, 'ballast');
  const files = join(folder, 'files');
  onTestFinished(() => unmount(folder));
  return {
    folder,
    fill: (leaveBytes = 0) => {
      writeUntilFull(ballast);
      if (leaveBytes > 0) truncateSync(ballast, statSync(ballast).size - leaveBytes);
    },
    fillWithFiles: (leave = 0) => {
      mkdirSync(files);
      for (let number = statfsSync(folder).ffree - leave; number > 0; number -= 1) {
        closeSync(openSync(join(files, String(number)), 'w'));
      }
    },
    free: () => {
      rmSync(ballast, { force: true });
      rmSync(files, { recursive: true, force: true });
    },
  };
}

function mount(folder: string, megabytes: number) {
  return spawnSync('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${megabytes}m,nr_inodes=${FILES}`,
    'tmpfs',
    folder,
  ]);
}

function writeUntilFull(file: string): void {
  const descriptor = openSync(file, 'a');
  try {
    for (const size of [MB, 4096, 1]) while (writes(descriptor, Buffer.alloc(size, 1)));
  } finally {
    closeSync(descriptor);
  }
}

function writes(descriptor: number, bytes: Buffer): boolean {
  try {
    return writeSync(descriptor, bytes) === bytes.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
