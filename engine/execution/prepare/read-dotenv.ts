import { DotenvError, parseDotenv } from '../../dag/dotenv.ts';
import type { Allowance } from '../../dag/expanded-text.ts';
import { readSmallFile } from '../state/read-small-file.ts';

const MAX_BYTES = 1024 * 1024;

/**
 * The variables of dotenv files; later files win, missing ones are passed over. An entry sees the ones before it, in
 * earlier files too, and then `variables`.
 *
 * @throws Error in words for a person, which names the file, and the line where one is wrong.
 */
export async function readDotenv(
  files: readonly string[],
  workingDir: string,
  {
    variables,
    allowance,
  }: { readonly variables: Readonly<Record<string, string>>; readonly allowance?: Allowance },
): Promise<ReadonlyMap<string, string>> {
  const all = new Map<string, string>();
  const lookup = (name: string): string | undefined =>
    all.get(name) ?? (Object.hasOwn(variables, name) ? variables[name] : undefined);
  for (const file of files) {
    const entries = await naming(file, async () => {
      const text = await readSmallFile(file, workingDir, MAX_BYTES);
      return parseDotenv(text ?? '', lookup, allowance);
    });
    for (const [name, value] of entries) all.set(name, value);
  }
  return all;
}

async function naming<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const where = error instanceof DotenvError ? `${file}:${error.line}` : file;
    throw new Error(`dotenv "${where}": ${(error as Error).message}`, { cause: error });
  }
}
