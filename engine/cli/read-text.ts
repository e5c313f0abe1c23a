import { readFile } from 'node:fs/promises';
import { CliError } from './cli-error.ts';

/** The text of a file that was named on the command line. */
export async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CliError(`File ${file} not found.`);
    throw new CliError(`The file ${file} cannot be read: ${(error as Error).message}.`);
  }
}
