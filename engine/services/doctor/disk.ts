import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { freeSpace } from '../../platform/free-space.ts';
import { MIN_FREE_BYTES, MIN_FREE_FILES } from '../admission.ts';
import { ok, problem, warning, type Check, type Verdict } from './check.ts';

const MB = 1024 * 1024;
const LOW_BYTES = 512 * MB;
const LOW_FILES = 10_000;
const FIX =
  'Free disk space, for example by deleting old runs with `dagwright cleanup <dag> --retention-days 7`.';

/** Room for what runs write down. */
export const diskCheck: Check = {
  name: 'disk',
  look: ({ config: { paths } }) => {
    const found = [paths.dataDir, paths.logDir].map(roomOf);
    const bad = found.filter(({ level }) => level !== 'ok');
    return bad.length > 0 ? bad : found.slice(0, 1);
  },
};

function roomOf(folder: string): Verdict {
  const free = freeSpace(nearest(folder));
  if (free === null) return ok(`The free space on the disk of ${folder} is unknown.`);
  const { bytes, files } = free;
  const room = `${Math.floor(bytes / MB)} MB are free on the disk of ${folder}`;
  const places = `${files} more files (inodes) fit on the disk of ${folder}`;
  if (bytes < MIN_FREE_BYTES) return problem(`${room}: no new work is accepted.`, FIX);
  if (files < MIN_FREE_FILES) return problem(`${places}: no new work is accepted.`, FIX);
  if (bytes < LOW_BYTES) return warning(`Only ${room}.`, FIX);
  if (files < LOW_FILES) return warning(`Only ${places}.`, FIX);
  return ok(`The disk of ${folder} has enough free space.`);
}

function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder));
}
