/**
 * `npm run build`: builds those of main, preload, the engine's process, the command line and the page that have changed.
 * Arguments name the parts that are meant; with `--brief` it says in one line what it builds, and else nothing.
 */
import { parseArgs } from 'node:util';
import { oneAtATime } from './build/one-at-a-time.ts';
import { parts, testParts } from './build/parts.ts';
import { fromRoot } from './build/root.js';
import { markBuilt, staleParts, type Stale } from './build/stale.ts';

const { values, positionals: names } = parseArgs({
  options: { brief: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const say = values.brief ? () => undefined : console.log;
const meant =
  names.length === 0 ? parts : [...parts, ...testParts].filter(({ name }) => names.includes(name));

await oneAtATime(fromRoot('out/.built/lock'), async () => {
  const stale = staleParts(meant);
  if (stale.length === 0) return say('Everything is built.');
  if (values.brief) console.log(`Building ${stale.map(({ part }) => part.name).join(', ')}…`);
  for (const each of stale) await buildOne(each);
});

async function buildOne(stale: Stale): Promise<void> {
  const begun = performance.now();
  // Tests build too, and would else leave a page with React's slow checks behind, which nothing takes for stale.
  process.env['NODE_ENV'] = 'production';
  // Loaded when there is something to do: that takes longer than finding out that there is not.
  const { build } = await import('vite');
  await build(stale.part.vite);
  markBuilt(stale);
  say(`Built ${stale.part.name} in ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
}
