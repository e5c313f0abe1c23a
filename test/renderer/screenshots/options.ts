import { parseArgs } from 'node:util';
import type { Shot } from './shot.ts';

interface ScreenshotOptions {
  readonly shots: readonly Shot[];
  readonly folder: string;
  /** Whether the pictures of the README are made, and nothing else. */
  readonly forReadme: boolean;
}

const usage = (all: readonly Shot[]) => `npm run screenshots -- [options]

  --only a,b     make these screens: ${all.map(({ name }) => name).join(', ')}
  --out FOLDER   into this folder; out/screenshots when left out
  --readme       make the pictures of the README, and nothing else
`;

export function readOptions(args: readonly string[], all: readonly Shot[]): ScreenshotOptions {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        only: { type: 'string' },
        out: { type: 'string', default: 'out/screenshots' },
        readme: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) leave(usage(all), 0);
    const names = all.map(({ name }) => name);
    const wanted = values.only?.split(',') ?? names;
    const unknown = wanted.filter((name) => !names.includes(name));
    if (unknown.length > 0) throw new Error(`There is no screen ${unknown.join(', ')}.`);
    const shots = all.filter(({ name }) => wanted.includes(name));
    return { shots, folder: values.out, forReadme: values.readme };
  } catch (error) {
    return leave(`${error instanceof Error ? error.message : error}\n\n${usage(all)}`, 2);
  }
}

function leave(words: string, code: number): never {
  console.log(words);
  process.exit(code);
}
