import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { READ_ONLY_DISK, whyUnwritable } from '../../platform/free-space.ts';
import { ok, problem, type Check, type Verdict } from './check.ts';

/** The folders of the home: there, or makeable, and writable. */
export const foldersCheck: Check = {
  name: 'folders',
  look: ({ config: { paths } }) => {
    const folders = [
      ['DAGs', paths.dagsDir],
      ['data', paths.dataDir],
      ['logs', paths.logDir],
    ] as const;
    const faults = folders.flatMap(([what, folder]) => faultOf(what, folder) ?? []);
    return faults.length > 0 ? faults : [ok('The folders for DAGs, data and logs are writable.')];
  },
};

function faultOf(what: string, folder: string): Verdict | null {
  const place = nearest(folder);
  if (!statSync(place).isDirectory()) {
    return problem(
      `Cannot use ${folder} as the folder for ${what}: ${place} is a file.`,
      `Move or rename the file ${place}, or set another folder in config.yaml.`,
    );
  }
  const why = whyUnwritable(place);
  if (why === null) return null;
  const subject = place === folder ? folder : `${folder} does not exist, and ${place}`;
  const remedy =
    why === READ_ONLY_DISK
      ? `Make the disk of ${place} writable`
      : `Give your user write permission for ${place}`;
  return problem(
    `The folder for ${what} ${subject} is not writable: ${why}.`,
    `${remedy}, or set another folder in config.yaml.`,
  );
}

/** The folder itself, or the one above it that exists. */
function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder));
}
