import { parseArgs } from 'node:util';
import type { Measure } from './measure.ts';

interface BenchOptions {
  readonly measures: readonly Measure[];
  readonly rounds: number;
  readonly peer: boolean;
  readonly json: string | null;
}

const usage = (names: string) => `npm run bench -- [options]

  --only a,b     take these measures: ${names}
  --rounds 3     rounds of each server
  --no-peer      measure our server alone
  --json FILE    write every figure of every round
`;

export function readOptions(args: readonly string[], all: readonly Measure[]): BenchOptions {
  const names = all.map(({ name }) => name);
  try {
    const { values } = parseArgs({
      args: [...args],
      allowNegative: true,
      options: {
        only: { type: 'string' },
        rounds: { type: 'string', default: '3' },
        peer: { type: 'boolean', default: true },
        json: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) leave(usage(names.join(', ')), 0);
    const wanted = values.only?.split(',') ?? names;
    const unknown = wanted.filter((name) => !names.includes(name));
    if (unknown.length > 0) throw new Error(`There is no measure ${unknown.join(', ')}.`);
    const rounds = Number(values.rounds);
    if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds is a number from 1.');
    return {
      measures: all.filter(({ name }) => wanted.includes(name)),
      rounds,
      peer: values.peer,
      json: values.json ?? null,
    };
  } catch (error) {
    return leave(
      `${error instanceof Error ? error.message : error}\n\n${usage(names.join(', '))}`,
      2,
    );
  }
}

function leave(words: string, code: number): never {
  console.log(words);
  process.exit(code);
}
