import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { seededRandom, type SeededRandom } from '../../../scripts/samples/seeded-random.ts';
import { campaign } from '../../support/campaign.ts';
import { killedService, serveEngine } from '../../support/serve-engine.ts';
import { faultsOf, storedRuns } from './client-runs.ts';
import { Crowd } from './crowd.ts';
import { situationsOf } from './situations.ts';

const KILLS = campaign('DAGWRIGHT_KILLS', { short: 10, full: 200 });
const KILLS_OF_A_HOME = 20;
const SEED = Number(process.env['DAGWRIGHT_KILL_SEED'] ?? 1);
const homes = Array.from({ length: Math.ceil(KILLS / KILLS_OF_A_HOME) }, (_, index) => ({
  seed: SEED + index,
  kills: Math.min(KILLS_OF_A_HOME, KILLS - index * KILLS_OF_A_HOME),
}));

/** How long an engine serves, in milliseconds, and how often so. */
const moments: readonly (readonly [(random: SeededRandom) => number, number])[] = [
  [({ between }) => between(0, 15), 2],
  [({ between }) => between(15, 150), 3],
  [({ between }) => between(100, 1000), 5],
];

/** Kills the engine of a crowd, now in the middle of things, now as it has just answered, now while it starts. */
async function killOnce(crowd: Crowd, random: SeededRandom): Promise<number | null> {
  if (crowd.orders.length > 0 && random.chance(0.15)) {
    await killedService(crowd.config, random.between(100, 600));
    return null;
  }
  const engine = await serveEngine(crowd.config);
  crowd.meet(engine);
  await delay(random.pick(moments)(random));
  if (random.chance(0.4)) await crowd.nextAnswer;
  crowd.part();
  await engine.kill();
  return engine.readyMs;
}

/** Confirmed runs that the store does not have. */
function lostBy(crowd: Crowd): readonly string[] {
  const stored = new Set(storedRuns(crowd.config).map(({ runId }) => runId));
  return crowd.accepted.filter((id) => !stored.has(id));
}

interface Figures {
  readonly seed: number;
  readonly crowd: Crowd;
  readonly situations: readonly string[];
  readonly readyMs: readonly number[];
}

function report({ seed, crowd, situations, readyMs }: Figures): void {
  const met: Record<string, number> = {};
  for (const each of situations) met[each] = (met[each] ?? 0) + 1;
  const orders = crowd.orders.length;
  const accepted = crowd.accepted.length;
  const sorted = readyMs.map(Math.round).sort((one, other) => one - other);
  console.log(JSON.stringify({ seed, orders, accepted, situations: met, readyMs: sorted }));
}

describe('an engine that is killed while four clients queue, start and stop runs', () => {
  it.each(homes)(
    'keeps every word that it gave them: $kills kills, seed $seed',
    async ({ seed, kills }) => {
      const random = seededRandom(seed);
      const crowd = new Crowd(seed);
      const situations: string[] = [];
      const readyMs: number[] = [];

      for (let kill = 0; kill < kills; kill += 1) {
        const ready = await killOnce(crowd, random);
        if (ready !== null) readyMs.push(ready);
        expect(lostBy(crowd)).toEqual([]);
        situations.push(...situationsOf(crowd.config));
      }
      const aftermath = await crowd.finish();
      if (KILLS > KILLS_OF_A_HOME) report({ seed, crowd, situations, readyMs });

      expect(faultsOf(aftermath)).toEqual([]);
      expect(crowd.surprises).toEqual([]);
    },
    300_000,
  );
});
