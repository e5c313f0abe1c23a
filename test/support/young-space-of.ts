import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from './eventually.ts';
import { temporaryFolder } from './home.ts';

const preload = fileURLToPath(new URL('./young-space.ts', import.meta.url));

/** Puts the program that gets this signal under load, turn by turn, and answers when that is over. */
type UnderLoad = (signal: (name: NodeJS.Signals) => unknown) => Promise<void>;

interface Sizes {
  readonly first: number;
  readonly before: number;
  readonly after: number;
}

/**
 * The size of the space for new objects of a program that runs to its end with these variables: at its beginning, at its end,
 * and after a load that follows; with `underLoad` in its midst.
 */
export async function youngSpaceOf(
  run: (env: Readonly<Record<string, string>>, underLoad: UnderLoad) => Promise<unknown>,
): Promise<Sizes> {
  const file = join(temporaryFolder('young-space'), 'sizes.json');
  const env = { NODE_OPTIONS: `--import=${preload}`, DAGWRIGHT_YOUNG_SPACE_FILE: file };
  await run(env, async (signal) => {
    signal('SIGUSR2');
    const isTold = (): boolean => existsSync(file) && readFileSync(file, 'utf8') !== '';
    await eventually(isTold, 'the load is over');
  });
  // The program above has written it.
  return JSON.parse(readFileSync(file, 'utf8')) as Sizes;
}
