import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const homeFile = (dataDir: string): string => join(dataDir, 'engine.home');

/** Says beside the database which home this is: a database in use is closed to those who would ask it. */
export function writeHomeFile(dataDir: string, id: string): void {
  if (readHomeFile(dataDir) === id) return;
  const draft = `${homeFile(dataDir)}.${process.pid}`;
  writeFileSync(draft, `${id}\n`, { mode: 0o600 });
  renameSync(draft, homeFile(dataDir));
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
    return readFileSync(homeFile(dataDir), 'utf8').trim();
  } catch {
    // Absent, or closed to us: it tells nothing.
    return null;
  }
}
