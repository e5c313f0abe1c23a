import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makePrivateFolder } from '../../lib/folders.ts';
import { readText } from '../../lib/regular-file.ts';
import { writeAnew } from '../../lib/write-file.ts';
import type { Inside } from './inside.ts';

/**
 * What must not outlive its run or its step, a container or processes in one, as a file that is there before that begins and
 * goes when it is gone. So the next engine knows what a program that was killed left, and where.
 */
export interface Lease {
  readonly holder: LeaseHolder;
  /** Where the container engine is. */
  readonly dockerEnv: Readonly<Record<string, string>>;
}

/** Whose end is that of the container. */
export type LeaseHolder =
  | {
      readonly kind: 'run';
      readonly run: string;
      /** How long the process of the container has to end before it is killed. */
      readonly graceMs: number;
    }
  | {
      readonly kind: 'process';
      /** As its label says. */
      readonly owner: string;
      /** What it runs in a container that stays. */
      readonly inside?: Inside;
    };

/** Where the leases of a home are. */
export function leaseFolder(dataDir: string): string {
  return join(dataDir, 'containers');
}

/** The lease of the container that the steps of a run share. */
export function leaseOfRun(folder: string, run: string): string {
  return join(folder, `${RUN}${run}`);
}

/** The lease of the container of a single step, by the process that made it. */
export function leaseOfProcess(folder: string, owner: string): string {
  return join(folder, `${STEP}${owner.replace(' ', '-')}`);
}

/** Beside the lease of a process: the images that its builds have made on their way. */
export function layersOfProcess(folder: string, owner: string): string {
  return join(folder, `layers-${owner.replace(' ', '-')}`);
}

const RUN = 'run-';
const STEP = 'step-';

/** Whether a file of the folder is one. */
export function isLease(name: string): boolean {
  return name.startsWith(RUN) || name.startsWith(STEP);
}

/** The run or the process in the name of a lease. */
export function holderIn(name: string): { readonly run: string } | { readonly owner: string } {
  if (name.startsWith(RUN)) return { run: name.slice(RUN.length) };
  return { owner: name.slice(STEP.length).replace('-', ' ') };
}

/** Makes the folder as well, for its owner alone. */
export function writeLease(file: string, lease: Lease): void {
  makePrivateFolder(dirname(file));
  writeAnew(file, JSON.stringify(lease));
}

/** Null where the container is gone by now. */
export function readLease(file: string): Lease | null {
  try {
    // Written by this program alone.
    return JSON.parse(readText(file, { links: 'refuse' })) as Lease;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** One that is gone already is no error. */
export function endLease(file: string): void {
  rmSync(file, { force: true });
}
