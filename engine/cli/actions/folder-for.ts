import { isAbsolute, resolve } from 'node:path';
import { CliError } from '../cli-error.ts';
import type { Connection } from '../connection/connect.ts';

/** A folder that an option names, as the engine can find it: where this command was called is known to nobody else. */
export function folderFor(
  { isElsewhere }: Pick<Connection, 'isElsewhere'>,
  folder: string,
  option: string,
): string {
  if (!isElsewhere) return resolve(folder);
  if (isAbsolute(folder)) return folder;
  throw new CliError(`With --url, ${option} must be an absolute path on the engine's machine.`);
}

/** The field of `--default-working-dir`, where it was given. */
export function workingDirOf(
  connection: Pick<Connection, 'isElsewhere'>,
  { defaultWorkingDir: folder }: { readonly defaultWorkingDir?: string },
): { readonly defaultWorkingDir?: string } {
  if (folder === undefined) return {};
  return { defaultWorkingDir: folderFor(connection, folder, '--default-working-dir') };
}
