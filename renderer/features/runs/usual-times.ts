import type { NodeObject, RunDetail } from '#contract/run.ts';
import { elapsedBetween, median } from '../../lib/duration.ts';

/** How long a run and its steps take when all goes well, in milliseconds. */
export interface UsualTimes {
  readonly run: number | undefined;
  readonly steps: ReadonlyMap<string, number>;
}

/** Medians of what succeeded in these runs. */
export function usualTimes(runs: readonly RunDetail[]): UsualTimes {
  const good = runs.filter((run) => run.statusLabel === 'succeeded');
  const times = Map.groupBy(
    runs.flatMap((run) => run.nodes.filter((node) => node.statusLabel === 'succeeded')),
    (node) => node.step.name,
  );
  const steps = [...times].flatMap(([name, nodes]) => {
    const usual = median(nodes.flatMap((node) => timeOf(node) ?? []));
    return usual === undefined ? [] : ([[name, usual]] as const);
  });
  return { run: median(good.flatMap((run) => timeOf(run) ?? [])), steps: new Map(steps) };
}

function timeOf(timed: Pick<NodeObject, 'startedAt' | 'finishedAt'>): number | undefined {
  return timed.finishedAt === '' ? undefined : elapsedBetween(timed.startedAt, timed.finishedAt, 0);
}
