import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from './eventually.ts';
import { temporaryFolder } from './home.ts';

const preload = fileURLToPath(new URL('./young-space.ts', import.meta.url));

/** What can be done with the program in its midst. */
interface Watched {
  /** Puts the program that gets this signal under load, turn by turn, and answers when that is over. */
  readonly underLoad: (signal: (name: NodeJS.Signals) => unknown) => Promise<void>;
  /** Waits until somebody has asked for a collection of everything. */
  readonly collected: () => Promise<void>;
  /** Waits until a collection of everything has left a space of at most so many bytes. */
  readonly atMost: (bytes: number) => Promise<void>;
}

interface Sizes {
  readonly first: number;
  readonly before: number;
  readonly after: number;
}

/**
 * The size of the space for new objects of a program that runs to its end with these variables: at its beginning, at its end,
 * and after a load that follows or that it was put under in its midst.
 */
export async function youngSpaceOf(
  run: (env: Readonly<Record<string, string>>, watched: Watched) => Promise<unknown>,
): Promise<Sizes> {
  const file = join(temporaryFolder('young-space'), 'sizes.json');
  const env = { NODE_OPTIONS: `--import=${preload}`, DAGWRIGHT_YOUNG_SPACE_FILE: file };
  const read = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  const collections = (): string => read(`${file}.collected`);
  await run(env, {
    underLoad: async (signal) => {
      signal('SIGUSR2');
      await eventually(() => read(file) !== '', 'the load is over');
    },
    collected: () => eventually(() => collections().includes('asked for'), 'all is collected'),
    atMost: (bytes) => {
      const sizes = (): number[] => collections().split('\n').filter(Boolean).map(parseFloat);
      return eventually(() => sizes().some((size) => size <= bytes), 'the space is small');
    },
  });
  // The program above has written it.
  return JSON.parse(readFileSync(file, 'utf8')) as Sizes;
}
