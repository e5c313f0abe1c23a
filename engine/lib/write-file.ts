import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { NO_WAIT, openRegular } from './regular-file.ts';
import { OWNER_ONLY_FILE } from './rights.ts';

// What the engine writes by name. See `regular-file` for what may be in the place of a file, and what becomes of it.

/** Opens for writing at the end. A file that is not there is made, for its owner alone. */
export function openToAppend(path: string): number {
  return openPrivately(path, constants.O_APPEND);
}

/** Writes at the end of a file of the engine, which is made when it is not there. */
export function appendText(path: string, text: string): void {
  writeTo(openToAppend(path), text);
}

/**
 * Opens what the writer of a DAG names for writing at its end: as for `>>` of a shell, that may be a link, a device or a
 * pipe as well, and a file is made as the umask says. For a process that may wait, as that of a step.
 */
export function openToAppendNamed(path: string): number {
  return openSync(path, 'a');
}

/** The same, and writes to it, for a process that may not wait: what does not take the text at once is an error. */
export function appendToNamed(path: string, text: string): void {
  const flags = O_WRITE | constants.O_APPEND | NO_WAIT;
  writeTo(openSync(path, flags, 0o666), text);
}

/** Opens an empty file for writing, its owner's alone. What bears the name goes: a link, and not what it leads to. */
export function openAnew(path: string): number {
  try {
    return openPrivately(path, constants.O_EXCL);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    rmSync(path);
    return openPrivately(path, constants.O_EXCL);
  }
}

/** Writes an owner-only file in place of what has the name. */
export function writeAnew(path: string, text: string): void {
  writeTo(openAnew(path), text);
}

/** Writes a file that must not be there; throws `EEXIST` where anything bears its name. */
export function writeFirst(path: string, text: string | Uint8Array): void {
  writeTo(openPrivately(path, constants.O_EXCL), text);
}

/** Replaces a file as a whole: a reader sees the old one or the new one, never a half. */
export function replaceText(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  writeAnew(draft, text);
  renameSync(draft, path);
}

/** The same, and the new one is on the disk before it takes the place of the old one: a loss of power leaves no half either. */
export function replaceSynced(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  writeAnew(draft, text);
  syncToDisk(draft);
  renameSync(draft, path);
  syncToDisk(dirname(path));
}

/** Brings a file or a folder to the disk. */
export function syncToDisk(path: string): void {
  const descriptor = openSync(path, constants.O_RDONLY | NO_WAIT);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const O_WRITE = constants.O_WRONLY | constants.O_CREAT;

function openPrivately(path: string, flags: number): number {
  const { descriptor, stat } = openRegular(path, 'refuse', O_WRITE | flags);
  // A umask may take the rights of the owner, too.
  if ((stat.mode & OWNER_ONLY_FILE) !== OWNER_ONLY_FILE) fchmodSync(descriptor, OWNER_ONLY_FILE);
  return descriptor;
}

function writeTo(descriptor: number, text: string | Uint8Array): void {
  try {
    writeFileSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}
