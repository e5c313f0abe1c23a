import { statSync } from 'node:fs';
import { ok, warning, type Check, type Verdict } from './check.ts';

const FOR_OTHERS = 0o007;

/** Whether other users of this machine can read what runs printed and put out. */
export const permissionsCheck: Check = {
  name: 'permissions',
  look: ({ config: { paths }, platform }) => {
    // The mode bits mean nothing there; the folders of a user are closed to others.
    if (platform === 'win32') return [ok('Other users have no access to user folders.')];
    const open = [paths.dataDir, paths.logDir].flatMap((folder) => openFolder(folder) ?? []);
    return open.length > 0 ? open : [ok('Other users have no access to data and logs.')];
  },
};

function openFolder(folder: string): Verdict | null {
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & FOR_OTHERS) === 0) return null;
  return warning(`Other users of this machine have access to ${folder}.`, `chmod 700 '${folder}'`);
}
