/**
 * `npm run bench`: what the engine costs and how fast it answers, beside its budgets and peers in the same run.
 *
 * A round starts a server on an empty home, takes every measure in one order, and stops it. Rounds alternate between
 * the servers, because machines are shared and noisy: compare medians, and ratios rather than milliseconds.
 */
import { writeFileSync } from 'node:fs';
import { measures } from './measures.ts';
import { newFileMs, slowDiskNote } from './new-file.ts';
import { readOptions } from './options.ts';
import { findings } from './findings.ts';
import { report } from './report.ts';
import { standingsOf } from './standing.ts';
import { takeRounds } from './rounds.ts';
import { preparePeer } from './servers/peer.ts';
import { ours } from './servers/ours.ts';

const options = readOptions(process.argv.slice(2), measures);
const note = slowDiskNote(newFileMs());
if (note !== null) console.log(note);
const fetched = options.fetchPeer ? await preparePeer() : null;
try {
  const servers = [ours, fetched, options.givenPeer].filter((server) => server !== null);
  const results = await takeRounds({ ...options, servers });
  const standings = standingsOf(options.measures, results);
  console.log(report(standings));
  console.log(findings(standings));
  if (note !== null) console.log(`\n${note}`);
  if (options.json !== null) {
    writeFileSync(options.json, `${JSON.stringify(Object.fromEntries(results), null, 2)}\n`);
  }
} finally {
  fetched?.remove();
}
