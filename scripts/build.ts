/** `npm run build`: builds those of main, preload, the engine's process and the page that have changed. */
import { oneAtATime } from './build/one-at-a-time.ts';
import { parts } from './build/parts.ts';
import { fromRoot } from './build/root.ts';
import { markBuilt, staleParts, type Stale } from './build/stale.ts';

await oneAtATime(fromRoot('out/.built/lock'), async () => {
  const stale = staleParts(parts);
  if (stale.length === 0) console.log('Everything is built.');
  for (const each of stale) await buildOne(each);
});

async function buildOne(stale: Stale): Promise<void> {
  const begun = performance.now();
  // Loaded when there is something to do: that takes longer than finding out that there is not.
  const { build } = await import('vite');
  await build(stale.part.vite);
  markBuilt(stale);
  console.log(`Built ${stale.part.name} in ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
}
