import { hash } from 'node:crypto';
import { statSync, type BigIntStats } from 'node:fs';
import { kindOf, NotRegularFile } from '../lib/regular-file.ts';

/** What a look at a file tells of its content. */
export interface FileStamp {
  /** Changes with every change of the content, once the file is settled. */
  readonly fingerprint: string;
  /**
   * Whether it was last changed long enough ago. The times of files stand still for some milliseconds, on some disks for
   * two seconds: a second change in that time need not show in the fingerprint.
   */
  readonly isSettled: boolean;
}

const SETTLED_MS = 2100;

/** Null where there is no file. A link to one is a file: people keep their definitions where they like. */
export function stampOf(path: string): FileStamp | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined || found.isDirectory()) return null;
  if (!found.isFile()) throw new NotRegularFile(path, kindOf(found));
  return stampIn(found);
}

/** What a look has told. */
export function stampIn(found: BigIntStats): FileStamp {
  const isSettled = Date.now() - Number(found.mtimeMs) > SETTLED_MS;
  return { fingerprint: fingerprintOf(found), isSettled };
}

/** Whether somebody may be about to write it: it was changed a moment ago, or emptied to be rewritten. */
export const isUnfinished = ({ fingerprint, isSettled }: FileStamp): boolean =>
  !isSettled || fingerprint.startsWith('0-');

/** Two looks at an unchanged file give the same text; it says nothing about the content. */
export function fingerprintOf({ size, mtimeNs, ino }: BigIntStats): string {
  return `${size}-${mtimeNs}-${ino}`;
}

/** Bytes of the file that a fingerprint is of. */
export function sizeOf({ fingerprint }: Pick<FileStamp, 'fingerprint'>): number {
  return Number.parseInt(fingerprint, 10);
}

/** Tells one text from any other. */
export function hashOf(text: string): string {
  return hash('sha256', text).slice(0, 32);
}
