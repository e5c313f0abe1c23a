import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { CliError } from './cli-error.ts';

/** The text of a file that was named on the command line. */
export async function readText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CliError(`File ${file} not found.`);
    if (code === 'EISDIR') throw new CliError(`${file} is a folder, not a file.`);
    throw new CliError(`The file ${file} cannot be read: ${(error as Error).message}.`);
  });
  if (!isUtf8(bytes)) throw new CliError(`The file ${file} is not saved as UTF-8.`);
  return bytes.toString('utf8');
}
