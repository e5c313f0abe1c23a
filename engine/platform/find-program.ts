import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

/** The file that a program name means, found as a shell would find it; null where there is none to execute. */
export function findProgram(name: string, pathVariable: string, workingDir: string): string | null {
  if (name.includes('/')) {
    const file = isAbsolute(name) ? name : resolve(workingDir, name);
    return isExecutable(file) ? file : null;
  }
  for (const folder of pathVariable.split(delimiter)) {
    if (folder === '') continue;
    const file = join(folder, name);
    if (isExecutable(file)) return file;
  }
  return null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    // Missing or forbidden: it is not this one.
    return false;
  }
}
