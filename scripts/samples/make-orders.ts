/**
 * Makes the tables in resources/samples/data/orders: half a year of orders, one file for each region.
 *
 *     node scripts/samples/make-orders.ts
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from './seeded-random.ts';

const folder = join(import.meta.dirname, '../../resources/samples/data/orders');
const days = 181;
const products: readonly (readonly [{ name: string; cents: number }, weight: number])[] = [
  [{ name: 'Mug', cents: 1_290 }, 30],
  [{ name: 'Notebook', cents: 850 }, 26],
  [{ name: 'Desk lamp', cents: 4_900 }, 14],
  [{ name: 'Chair', cents: 12_900 }, 7],
  [{ name: 'Desk', cents: 28_900 }, 3],
];

/** The regions, and how many orders came from each. */
export const regions = { north: 420, south: 365, east: 290, west: 510 } as const;
export type Region = keyof typeof regions;

if (import.meta.main) {
  // Object.keys forgets its keys' type; this object is closed, so they are all regions.
  for (const region of Object.keys(regions) as Region[]) {
    writeFileSync(join(folder, `${region}.csv`), ordersTable(region));
  }
}

export function ordersTable(region: Region): string {
  const count = regions[region];
  const random = seededRandom(count);
  const rows = Array.from({ length: count }, (_, index) => {
    const date = dayOf(Math.floor((index * days) / count));
    const { name, cents } = random.pick(products);
    const units = random.chance(0.7) ? 1 : random.between(2, 6);
    return `${region.charAt(0).toUpperCase()}-${1001 + index},${date},${name},${units},${cents}\n`;
  });
  return `order,date,product,units,cents_each\n${rows.join('')}`;
}

function dayOf(day: number): string {
  return new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10);
}
