import { parseArgs } from 'node:util';
import type { Measure, MeasureSettings } from './measure.ts';
import { givenPeer } from './servers/peer-program.ts';
import type { Contender } from './servers/server.ts';

interface BenchOptions {
  readonly measures: readonly Measure[];
  readonly rounds: number;
  readonly settings: MeasureSettings;
  /** Whether the peer is fetched; it is not for measures of ours alone. */
  readonly fetchPeer: boolean;
  /** A program of the peer that is measured besides. */
  readonly givenPeer: Contender | null;
  readonly json: string | null;
}

const usage = (all: readonly Measure[]) => `npm run bench -- [options]

  --only a,b     take these measures: ${namesOf(all.filter(isUsual)).join(', ')},
                 or one that takes long: ${namesOf(all.filter(({ onRequest }) => onRequest)).join(', ')};
                 types and window take all whose name begins with it
  --all          take both kinds
  --rounds 3     rounds of each server
  --minutes 2    minutes that schedule, idle-streams and window-log-memory watch
  --peer PATH    measure this program of the peer besides the release that is fetched
  --no-peer      fetch no peer
  --json FILE    write every figure of every round
`;

export function readOptions(args: readonly string[], all: readonly Measure[]): BenchOptions {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        only: { type: 'string' },
        all: { type: 'boolean', default: false },
        rounds: { type: 'string', default: '3' },
        minutes: { type: 'string', default: '2' },
        peer: { type: 'string' },
        'no-peer': { type: 'boolean', default: false },
        json: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) leave(usage(all), 0);
    const usual = values.all ? all : all.filter(isUsual);
    const wanted = values.only?.split(',') ?? namesOf(usual);
    const unknown = wanted.filter((name) => !all.some((measure) => isNamed(measure, name)));
    if (unknown.length > 0) throw new Error(`There is no measure ${unknown.join(', ')}.`);
    const measures = all.filter((measure) => wanted.some((name) => isNamed(measure, name)));
    return {
      measures,
      rounds: countOf('rounds', values.rounds),
      settings: { minutes: countOf('minutes', values.minutes) },
      fetchPeer: !values['no-peer'] && measures.some(({ oursAlone }) => !oursAlone),
      givenPeer: values.peer === undefined ? null : givenPeer(values.peer),
      json: values.json ?? null,
    };
  } catch (error) {
    return leave(`${error instanceof Error ? error.message : error}\n\n${usage(all)}`, 2);
  }
}

const isUsual = ({ onRequest }: Measure): boolean => onRequest !== true;

const isNamed = ({ name, group }: Measure, word: string): boolean =>
  word === name || word === group;

function namesOf(some: readonly Measure[]): readonly string[] {
  return some.map(({ name }) => name);
}

function countOf(option: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${option} is a number from 1.`);
  return count;
}

function leave(words: string, code: number): never {
  console.log(words);
  process.exit(code);
}
