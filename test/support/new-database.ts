import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../engine/storage/database.ts';
import { temporaryFolder } from './home.ts';

const FILE = 'engine.db';

let bytes: Buffer | undefined;

/** Lays down the database that an engine makes in an empty folder: to make it takes as long as all else of its start. */
export function layNewDatabase(dataDir: string): void {
  bytes ??= newDatabase();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, FILE), bytes, { mode: 0o600 });
}

function newDatabase(): Buffer {
  const file = join(temporaryFolder('database'), FILE);
  openDatabase(file).close();
  return readFileSync(file);
}
