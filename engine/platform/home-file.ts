import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../lib/regular-file.ts';
import { replaceText } from '../lib/write-file.ts';

const homeFile = (dataDir: string): string => join(dataDir, 'engine.home');

/** Says beside the database which home this is: a database in use is closed to those who would ask it. */
export function writeHomeFile(dataDir: string, id: string): void {
  if (readHomeFile(dataDir) === id) return;
  replaceText(homeFile(dataDir), `${id}\n`);
}

/**
 * Whether a data folder holds the home of this id. It may where either has none, as earlier versions left them: then it
 * is not to be harmed.
 */
export function mayHoldHome(dataDir: string, id: string): boolean {
  const found = readHomeFile(dataDir);
  const isKnown = id !== '' && found !== null;
  return existsSync(join(dataDir, 'engine.db')) && (!isKnown || found === id);
}

function readHomeFile(dataDir: string): string | null {
  try {
    return readText(homeFile(dataDir), { links: 'refuse' }).trim();
  } catch {
    // Absent, or closed to us: it tells nothing.
    return null;
  }
}
