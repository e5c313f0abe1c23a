import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../scripts/samples/seeded-random.ts';
import { campaign } from '../../support/campaign.ts';
import { Comparison, describeDifference } from './compare.ts';
import {
  FIRST_YEAR,
  LAST_YEAR,
  ordinaryDays,
  transitionsOf,
  zones,
  type Transition,
} from './transitions.ts';

/** `npm run test:dst` takes all of them. */
const SAMPLE = campaign('DAGWRIGHT_DST_SAMPLE', { short: 60, full: 6000 });
const seed = Number(process.env['DAGWRIGHT_DST_SEED'] ?? Date.now() % 1_000_000);

describe('slots around a change of the clock', () => {
  it(`are those of the written rule, for a sample of zones and transitions (DAGWRIGHT_DST_SEED=${seed})`, () => {
    const comparison = new Comparison();

    for (const transition of sample()) comparison.add(transition);

    console.log(`DAGWRIGHT_DST_SEED=${seed}: ${comparison.slots} slots compared`);
    expect(comparison.differences.slice(0, 20).map(describeDifference)).toEqual([]);
  });
});

/** Of random years of random zones, until there are enough; most zones have none, and count with an ordinary day. */
function sample(): readonly Transition[] {
  const random = seededRandom(seed);
  const found: Transition[] = [];
  while (found.length < SAMPLE) {
    const zone = zones[random.between(0, zones.length - 1)] ?? 'UTC';
    const year = random.between(FIRST_YEAR, LAST_YEAR);
    found.push(...transitionsOf(zone, year, year), ...ordinaryDays(zone).slice(0, 1));
  }
  return found;
}
