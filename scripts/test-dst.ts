/**
 * `npm run test:dst`: the slots of 18 patterns around each change of the clock from 2000 to 2037, in each zone that Node
 * knows, and on two ordinary days, beside those of a walk from minute to minute. Zones that the arguments name are taken alone.
 */
import { Comparison, describeDifference } from '../test/engine/dst/compare.ts';
import {
  FIRST_YEAR,
  LAST_YEAR,
  ordinaryDays,
  transitionsOf,
  zones,
} from '../test/engine/dst/transitions.ts';

const SHOWN = 20;
const PROGRESS_EVERY = 25;

const named = process.argv.slice(2);
const chosen = named.length > 0 ? named : zones;
const comparison = new Comparison();
const begun = performance.now();
let transitions = 0;

chosen.forEach((zone, index) => {
  for (const transition of transitionsOf(zone, FIRST_YEAR, LAST_YEAR)) {
    comparison.add(transition);
    transitions += 1;
  }
  for (const day of ordinaryDays(zone)) comparison.add(day);
  if ((index + 1) % PROGRESS_EVERY === 0) report(index + 1);
});

report(chosen.length);
const { differences } = comparison;
for (const difference of differences.slice(0, SHOWN)) console.log(describeDifference(difference));
console.log(differences.length === 0 ? 'No differences.' : `${differences.length} differences.`);
process.exit(differences.length === 0 ? 0 : 1);

function report(zoneCount: number): void {
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(
    `${zoneCount} of ${chosen.length} zones, ${transitions} transitions, ${comparison.patterns} patterns ` +
      `(${comparison.walks} walks), ${comparison.slots} slots, ${comparison.differences.length} differences, ${seconds} s`,
  );
}
