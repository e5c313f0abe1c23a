import { createHash } from 'node:crypto';
import { TEMPORARY_PREFIX } from '../task.ts';

/** Something that a source holds. */
export interface Entry {
  /** Below the source, with `/`; empty for the source itself. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'other';
  readonly size: number;
  /** In seconds, as the protocol has it. */
  readonly changedAt: number;
  readonly mode: number;
}

interface FoundThing {
  readonly size: number;
  readonly mode: number;
  isFile(): boolean;
  isDirectory(): boolean;
}

/** Of the mode the rights alone. `changedAt`: in seconds. */
export function entryOf(path: string, found: FoundThing, changedAt: number): Entry {
  const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
  return { path, kind, size: found.size, changedAt, mode: found.mode & 0o777 };
}

/** Whether a file is, by its size and time, the one that was sent before. */
export function isSame(one: Entry, other: Entry): boolean {
  return (
    one.kind === 'file' &&
    other.kind === 'file' &&
    one.size === other.size &&
    one.changedAt === other.changedAt
  );
}

/**
 * The name of the part of a file that has come so far, beside the file itself. It tells which version of which source it
 * is a part of, so that nothing else is ever added to it.
 */
export function partName(name: string, source: string, { size, changedAt, mode }: Entry): string {
  return `${partPrefix(name)}${digest(JSON.stringify([source, size, changedAt, mode]))}`;
}

/** How the names of all parts of a file begin. */
export function partPrefix(name: string): string {
  return `${TEMPORARY_PREFIX}part-${digest(name)}-`;
}

/** A name of what is not complete. */
export function isUnfinished(name: string): boolean {
  return name.startsWith(TEMPORARY_PREFIX);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
