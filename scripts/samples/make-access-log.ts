/**
 * Makes resources/samples/data/access.log: three days of a small web shop, with a scanner in the first night, an
 * outage of the shop's back end on the second day, and a sale on the third evening.
 *
 *     node scripts/samples/make-access-log.ts
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { healthChecks, sale, scanner, strayBytes, visits, type Request } from './web-traffic.ts';
import { seededRandom } from './seeded-random.ts';

const file = join(import.meta.dirname, '../../resources/samples/data/access.log');
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

if (import.meta.main) writeFileSync(file, accessLog());

export function accessLog(): string {
  const random = seededRandom(20_251_013);
  const requests = [
    ...visits(random),
    ...sale(random),
    ...scanner(random),
    ...healthChecks(),
    ...strayBytes(random),
  ];
  return requests
    .toSorted((one, other) => one.second - other.second)
    .map((request) => `${combinedLine(request)}\n`)
    .join('');
}

/** The "combined" format of Apache and nginx. */
function combinedLine({ address, second, text, status, bytes, referer, agent }: Request): string {
  const size = bytes === 0 ? '-' : String(bytes);
  return `${address} - - [${stamp(second)}] "${text}" ${status} ${size} "${referer}" "${agent}"`;
}

/** Seconds since the Monday on which the log begins, as `13/Oct/2025:09:05:59 +0000`. */
function stamp(second: number): string {
  const at = new Date(Date.UTC(2025, 9, 13) + second * 1000);
  const [year, month, day] = at.toISOString().slice(0, 10).split('-');
  return `${day}/${months[Number(month) - 1]}/${year}:${at.toISOString().slice(11, 19)} +0000`;
}
