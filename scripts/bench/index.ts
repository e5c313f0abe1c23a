/**
 * `npm run bench`: what the engine costs and how fast it answers, beside its budgets and a peer in the same run.
 *
 * A round starts a server on an empty home, takes every measure in one order, and stops it. Rounds alternate between
 * the two, because machines are shared and noisy: compare medians, and ratios rather than milliseconds.
 */
import { writeFileSync } from 'node:fs';
import { measures } from './measures.ts';
import { readOptions } from './options.ts';
import { report } from './report.ts';
import { takeRounds } from './rounds.ts';
import { preparePeer } from './servers/peer.ts';
import { ours } from './servers/ours.ts';

const options = readOptions(process.argv.slice(2), measures);
const peer = options.peer ? await preparePeer() : null;
try {
  const servers = peer === null ? [ours] : [ours, peer];
  const results = await takeRounds({ ...options, servers });
  console.log(report(options.measures, results));
  if (options.json !== null) {
    writeFileSync(options.json, `${JSON.stringify(Object.fromEntries(results), null, 2)}\n`);
  }
} finally {
  peer?.remove();
}
