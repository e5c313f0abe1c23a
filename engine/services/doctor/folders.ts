import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { whyUnwritable } from '../../platform/free-space.ts';
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
    return faults.length > 0 ? faults : [ok('The folders of DAGs, data and logs can be written.')];
  },
};

function faultOf(what: string, folder: string): Verdict | null {
  const place = nearest(folder);
  if (!statSync(place).isDirectory()) {
    return problem(
      `The folder of ${what} ${folder} cannot be: ${place} is a file.`,
      `Move the file ${place} away, or set another folder in config.yaml.`,
    );
  }
  const why = whyUnwritable(place);
  if (why === null) return null;
  const subject = place === folder ? folder : `${folder} cannot be made, and ${place}`;
  return problem(
    `The folder of ${what} ${subject} cannot be written: ${why}.`,
    `Give your user the right to write to ${place}, or set another folder in config.yaml.`,
  );
}

/** The folder itself, or the one above it that exists. */
function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder));
}
