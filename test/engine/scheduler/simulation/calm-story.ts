import { onTestFinished } from 'vitest';
import type { SeededRandom } from '../../../../scripts/samples/seeded-random.ts';
import { Simulation } from './simulation.ts';
import { patterns, type Kind, type Line, type SimulatedDag } from './simulated-dag.ts';

export const SECOND_MS = 1000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** Runs succeed, no question is delayed or refused, and all takes as long as `paceMs` says, where that is possible. */
class Calm implements SeededRandom {
  paceMs = 0;
  /** The answer to each question takes a moment. */
  isSlow = false;
  /** What the next things take instead, one after the other. */
  readonly nextMs: number[] = [];
  readonly fraction = (): number => 0;
  readonly chance = (probability: number): boolean => probability > (this.isSlow ? 0.05 : 0.5);
  readonly between = (least: number, most: number): number =>
    Math.min(most, Math.max(least, this.nextMs.shift() ?? this.paceMs));
  readonly pick = <T>(weighted: readonly (readonly [value: T, weight: number])[]): T => {
    const [first] = weighted;
    if (first === undefined) throw new Error('There is nothing to pick from.');
    return first[0];
  };
}

export interface CalmStory {
  readonly simulation: Simulation;
  readonly calm: Calm;
  /** Fates of a DAG, oldest slot first: `10:05 start skipped/overlap`. */
  readonly fates: (fileName: string) => readonly string[];
}

/** A machine at 10:00:00.500 on which nothing is left to chance; the engine is not started. */
export function calmStory(): CalmStory {
  const calm = new Calm();
  const simulation = new Simulation(0, calm);
  onTestFinished(() => simulation.close());
  const fates = (fileName: string): readonly string[] =>
    [...simulation.observer.ledger.rows.values()]
      .filter((row) => row.fileName === fileName)
      .toSorted((one, other) => one.at - other.at || one.kind.localeCompare(other.kind))
      .map(({ at, kind, fate, reason }) => {
        const time = new Date(at).toISOString().slice(11, 16);
        return `${time} ${kind} ${fate}/${reason}`;
      });
  return { simulation, calm, fates };
}

const policy: SimulatedDag['policy'] = {
  skipIfSuccessful: false,
  restartWaitSec: 0,
  catchupWindowMs: null,
  overlapPolicy: 'skip',
  jitterSec: 0,
};

/** A DAG `a.yaml` that starts each minute, unless said otherwise. */
export function aDag(
  given: Partial<Omit<SimulatedDag, 'policy'>> & { policy?: Partial<SimulatedDag['policy']> } = {},
): SimulatedDag {
  const fileName = given.fileName ?? 'a.yaml';
  return {
    fileName,
    name: `named-${fileName}`,
    lines: [line('start', 'minutely')],
    suspended: false,
    isUnderReview: false,
    problem: null,
    isQueued: false,
    ...given,
    policy: { ...policy, ...given.policy },
  };
}

export const line = (kind: Kind, pattern: keyof typeof patterns): Line => ({
  kind,
  ...patterns[pattern],
});
