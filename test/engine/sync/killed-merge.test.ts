import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anEngine } from '../../support/engine.ts';
import { forkEngine } from '../../support/fork-engine.ts';
import { configFor, dag, pulled, Synced } from './sync-world.ts';

const mine = dag('mine');
const merged = dag('merged');

/** An engine in a process of its own, on a home with a conflict, and the merge that it is to save. */
async function aConflict() {
  const world = await pulled({ 'a.yaml': dag('base') });
  world.write('a.yaml', mine);
  await world.robin({ 'a.yaml': dag('theirs') });
  await world.pull();
  const { localHash, remoteHash } = await world.call('sync.merge', { itemId: 'a' });
  await world.engine.stop();
  const config = { ...configFor(world.remote), paths: world.engine.config.paths };
  const engine = await forkEngine(config);
  const resolution = { itemId: 'a', content: merged, localHash, remoteHash };
  return { world, config, engine, resolution };
}

/** What was kept, as texts. */
function keptIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

const nextTurn = () => new Promise((resolve) => void setImmediate(resolve));

describe('an engine that is killed', () => {
  it('right after a merge was saved has lost nothing of it', async () => {
    const { world, config, engine, resolution } = await aConflict();

    await engine.call('sync.resolve', resolution);
    await engine.kill();
    const next = new Synced(await anEngine({ config }), world.remote);

    expect(next.read('a.yaml')).toBe(merged);
    expect(await next.states()).toEqual({ a: 'modified' });
    expect(keptIn(join(config.paths.dataDir, 'sync', 'kept'))).toEqual([mine]);
    await next.publish('a');
    expect(await next.remoteFiles()).toEqual({ 'a.yaml': merged });
  });

  it.each([
    ['when it is asked', () => true],
    ['when the old text is kept', (kept: () => readonly string[]) => kept().length > 0],
    [
      'when the new text stands there',
      (_kept: () => readonly string[], text: () => string | null) => text() === merged,
    ],
  ] as const)(
    '%s to save a merge has either text whole, and can be asked again',
    async (_when, isTime) => {
      const { world, config, engine, resolution } = await aConflict();
      const kept = () => keptIn(join(config.paths.dataDir, 'sync', 'kept'));
      const text = () => world.read('a.yaml');

      const asked = engine.call('sync.resolve', resolution).catch((error: unknown) => error);
      while (!isTime(kept, text)) await nextTurn();
      await engine.kill();
      await asked;

      expect([mine, merged]).toContain(text());
      if (text() === merged) expect(kept()).toContain(mine);
      const next = new Synced(await anEngine({ config }), world.remote);
      const { a } = await next.states();
      // What counts as a change of theirs would be published over them.
      expect(text() === mine ? ['conflict'] : ['conflict', 'modified']).toContain(a);
      await next.call('sync.resolve', resolution);
      expect(next.read('a.yaml')).toBe(merged);
      expect(await next.states()).toEqual({ a: 'modified' });
      expect(kept()).toContain(mine);
      expect(readdirSync(config.paths.dagsDir)).toContain('a.yaml');
    },
  );
});
