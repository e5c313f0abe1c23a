import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './home.ts';

const preload = fileURLToPath(new URL('./young-space.ts', import.meta.url));

interface Sizes {
  readonly first: number;
  readonly before: number;
  readonly after: number;
}

/**
 * The size of the space for new objects of a program that runs to its end with these variables: at its beginning, at its end,
 * and after a load that follows.
 */
export async function youngSpaceOf(
  run: (env: Readonly<Record<string, string>>) => Promise<unknown>,
): Promise<Sizes> {
  const file = join(temporaryFolder('young-space'), 'sizes.json');
  await run({ NODE_OPTIONS: `--import=${preload}`, DAGWRIGHT_YOUNG_SPACE_FILE: file });
  // The program above has written it.
  return JSON.parse(readFileSync(file, 'utf8')) as Sizes;
}
