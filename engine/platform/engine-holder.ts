import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readText } from '../lib/regular-file.ts';
import { replaceText } from '../lib/write-file.ts';
import { folderMark, isMarkOf, markOf } from './folder-mark.ts';
import { bootId, isRunning, processStarted } from './process-identity.ts';

const holderSchema = z.object({
  pid: z.int(),
  /** ISO 8601. */
  startedAt: z.string(),
  /** When that process began, as the system measures it. */
  processStarted: z.string(),
  bootId: z.string(),
  /** The folder that it serves: in a copy of the folder the file says nothing. Earlier versions did not note it. */
  folder: folderMark.optional(),
  /** Id of the home; absent until it is known. */
  home: z.string().optional(),
  /** The data folder, in a file that lies elsewhere. */
  dataDir: z.string().optional(),
  /** Whether it stays; false: it ends with the command that it is part of. Earlier versions did not note it. */
  isService: z.boolean().default(true),
});

/**
 * Who serves a data folder. The lock itself is the database's; but a database that was removed or replaced under its
 * engine can be locked once more, so while that process runs nobody else may.
 */
export type Holder = z.infer<typeof holderSchema>;

const holderFile = (dataDir: string): string => join(dataDir, 'engine.lock');

type About = Pick<Holder, 'startedAt' | 'isService'>;

/** Says that this process serves the folder. Call it as soon as the lock is held. */
export function writeHolder(dataDir: string, about: About & Pick<Holder, 'home'>): void {
  write(dataDir, { ...thisProcess(), ...about, folder: markOf(dataDir) });
}

/** The same in another folder, for as long as the data folder is not there. */
export function writeHolderElsewhere(folder: string, dataDir: string, about: About): void {
  write(folder, { ...thisProcess(), ...about, dataDir });
}

/** Whether the file is there, whoever it names. */
export function hasHolder(dataDir: string): boolean {
  return existsSync(holderFile(dataDir));
}

function thisProcess() {
  const { pid } = process;
  return { pid, processStarted: processStarted(pid), bootId: bootId() };
}

function write(folder: string, holder: object): void {
  replaceText(holderFile(folder), `${JSON.stringify(holder)}\n`);
}

/** Call it before the lock is let go: the file of the next holder is not ours to remove. */
export function removeHolder(dataDir: string): void {
  rmSync(holderFile(dataDir), { force: true });
}

/** The process that said so, if that very process still runs: null for what a dead one, or one before the last boot, left. */
export function readHolder(dataDir: string): Holder | null {
  const holder = readFile(holderFile(dataDir));
  if (holder === null || holder.bootId !== bootId()) return null;
  if (holder.folder !== undefined && !isMarkOf(dataDir, holder.folder)) return null;
  return isRunning({ pid: holder.pid, started: holder.processStarted }) ? holder : null;
}

/** The process that serves a data folder and said so in another one. */
export function readHolderElsewhere(folder: string, dataDir: string): Holder | null {
  const holder = readHolder(folder);
  return holder?.dataDir === dataDir ? holder : null;
}

/** Removes what this process said elsewhere. */
export function removeHolderElsewhere(folder: string, dataDir: string): void {
  const holder = readFile(holderFile(folder));
  if (holder?.pid === process.pid && holder.dataDir === dataDir) removeHolder(folder);
}

function readFile(file: string): Holder | null {
  try {
    return holderSchema.parse(JSON.parse(readText(file, { links: 'refuse' })));
  } catch {
    // Absent, written by something else, or no file at all, which the next start replaces: either way it names nobody.
    return null;
  }
}
