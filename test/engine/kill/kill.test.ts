import { describe, expect, it } from 'vitest';
import { campaign } from '../../support/campaign.ts';
import { surviveKills, type Survived } from './survive-kills.ts';
import type { RunTree } from './run-trees.ts';

const KILLS = campaign('DAGWRIGHT_KILLS', { short: 12, full: 200 });
const KILLS_OF_A_HOME = 20;
const SEED = Number(process.env['DAGWRIGHT_KILL_SEED'] ?? 1);
const homes = Array.from({ length: Math.ceil(KILLS / KILLS_OF_A_HOME) }, (_, index) => ({
  seed: SEED + index,
  kills: Math.min(KILLS_OF_A_HOME, KILLS - index * KILLS_OF_A_HOME),
}));

let undisturbed: Promise<ReadonlyMap<string, RunTree>> | undefined;

/** What each definition comes to in an engine that nobody kills, by its name. */
function whatRunsComeTo(): Promise<ReadonlyMap<string, RunTree>> {
  undisturbed ??= surviveKills({ seed: 0, kills: 0 }).then(
    ({ trees }) => new Map([...trees.values()].map((tree) => [tree.dag, tree])),
  );
  return undisturbed;
}

/** A run without its handlers. */
function stepsOnly(tree: RunTree | undefined): unknown {
  return tree && { ...tree, nodes: tree.nodes.filter(({ name }) => !/^on[A-Z]/.test(name)) };
}

function report({ trees, situations, startMs }: Survived, seed: number): void {
  const sorted = startMs.toSorted((one, other) => one - other);
  const starts = { median: sorted[Math.floor(sorted.length / 2)], slowest: sorted.at(-1) };
  console.log(JSON.stringify({ seed, runs: trees.size, situations, startMs: starts }));
}

describe('an engine that is killed again and again', () => {
  it('has definitions of one outcome each to be killed in', async () => {
    const outcomes = [...(await whatRunsComeTo())].map(([name, { status }]) => `${name} ${status}`);

    expect(outcomes.sort()).toEqual([
      'again succeeded',
      'asked succeeded',
      'failed failed',
      'gated succeeded',
      'gated_below succeeded',
      'handled succeeded',
      'late partially_succeeded',
      'listed succeeded',
      'many succeeded',
      'nested succeeded',
      'refused aborted',
      'repeated succeeded',
      'retried succeeded',
      'routed succeeded',
      'stopped aborted',
      'stored succeeded',
      'subretried succeeded',
    ]);
  }, 120_000);

  it.each(homes)(
    'brings each run to the end that it would have had: $kills kills, seed $seed',
    async ({ seed, kills }) => {
      const expected = await whatRunsComeTo();

      const survived = await surviveKills({ seed, kills });
      if (KILLS > KILLS_OF_A_HOME) report(survived, seed);

      const { trees, accepted, left, stoppedAgain } = survived;
      expect(accepted.filter((id) => !trees.has(id))).toEqual([]);
      for (const [id, tree] of trees) {
        const show = stoppedAgain.has(id) ? stepsOnly : (same: RunTree | undefined) => same;
        expect(show(tree), `run ${id}`).toEqual(show(expected.get(tree.dag)));
      }
      expect(left).toEqual([]);
    },
    300_000,
  );
});
