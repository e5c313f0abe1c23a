import type { SeededRandom } from '../../../../scripts/samples/seeded-random.ts';
import { patterns, type Kind, type Line, type SimulatedDag } from './simulated-dag.ts';

const HOUR_MS = 3_600_000;

/** What a case is about: much in little time, weeks with little, or a backlog beyond all bounds. */
export type Flavour = 'dense' | 'sparse' | 'flood';

type Pattern = Omit<Line, 'kind'>;

const pools: Readonly<Record<Flavour, readonly (readonly [Pattern, number])[]>> = {
  dense: [
    [patterns.minutely, 3],
    [patterns.often, 3],
    [patterns.fives, 3],
    [patterns.quarters, 1],
    [patterns.hourlyToo, 1],
  ],
  sparse: [
    [patterns.hourly, 3],
    [patterns.hourlyToo, 3],
    [patterns.watches, 4],
    [patterns.daily, 4],
    [patterns.weekly, 2],
  ],
  flood: [[patterns.often, 1]],
};

export function randomDag(random: SeededRandom, fileName: string, flavour: Flavour): SimulatedDag {
  return {
    fileName,
    name: `named-${fileName}`,
    lines: randomLines(random, flavour),
    policy: randomPolicy(random, flavour),
    suspended: random.chance(0.05),
    isUnderReview: false,
    problem: null,
    isQueued: random.chance(0.4),
  };
}

export function randomLines(random: SeededRandom, flavour: Flavour): readonly Line[] {
  const line = (kind: Kind): Line => ({ kind, ...random.pick(pools[flavour]) });
  const starts = random.pick([
    [1, 6],
    [2, 2],
    [0, 1],
  ]);
  return [
    ...Array.from({ length: starts }, () => line('start')),
    ...(random.chance(0.25) ? [line('stop')] : []),
    ...(random.chance(0.3) ? [line('restart')] : []),
  ];
}

/** By how much the starts of a file are put off: mostly by nothing. */
export function randomJitter(random: SeededRandom, flavour: Flavour): number {
  return random.pick([
    [0, 6],
    [random.between(1, 55), 2],
    [random.between(55, flavour === 'sparse' ? 3600 : 300), flavour === 'flood' ? 0 : 2],
  ]);
}

export function randomPolicy(random: SeededRandom, flavour: Flavour): SimulatedDag['policy'] {
  const window = random.pick<number | null>([
    [null, flavour === 'flood' ? 0 : 4],
    [random.between(1, 6 * 60) * 60_000, flavour === 'flood' ? 0 : 3],
    [random.between(6, 80) * HOUR_MS, 4],
  ]);
  return {
    skipIfSuccessful: random.chance(0.3),
    restartWaitSec: random.chance(0.5) ? 0 : random.between(1, 90),
    catchupWindowMs: window,
    overlapPolicy: random.pick([
      ['skip', 1],
      ['all', 1],
      ['latest', 1],
    ]),
    jitterSec: 0,
  };
}
