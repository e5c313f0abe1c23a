import { parseArgs } from 'node:util';

interface MutateOptions {
  readonly areas: readonly string[];
  readonly sample: number;
  readonly seed: number;
  readonly tests: number;
  readonly floor: number;
}

const usual = [
  'engine/dag',
  'engine/execution',
  'engine/queue',
  'engine/scheduler',
  'renderer/**/*-store.ts',
];

const usage = `npm run mutate -- [folders or patterns] [options]

Makes small mistakes in a copy of the tree, one at a time, and names those that no test notices.
Without folders it looks at ${usual.join(', ')}.

  --sample 20    mistakes in each folder
  --seed 1       another number makes others
  --tests 12     files of tests for each mistake at the most, the nearest first
  --floor 0      fails when fewer than this percentage are noticed in a folder
`;

export function readOptions(args: readonly string[]): MutateOptions {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        sample: { type: 'string', default: '20' },
        seed: { type: 'string', default: '1' },
        tests: { type: 'string', default: '12' },
        floor: { type: 'string', default: '0' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) leave(usage, 0);
    return {
      areas: positionals.length > 0 ? positionals : usual,
      sample: countOf('sample', values.sample),
      seed: countOf('seed', values.seed),
      tests: countOf('tests', values.tests),
      floor: countOf('floor', values.floor),
    };
  } catch (error) {
    return leave(`${error instanceof Error ? error.message : error}\n\n${usage}`, 2);
  }
}

function countOf(option: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 0) throw new Error(`--${option} is a whole number.`);
  return count;
}

function leave(words: string, code: number): never {
  console.log(words);
  process.exit(code);
}
