import { randomBytes } from 'node:crypto';
import { watch } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { seededRandom, type SeededRandom } from '../../../scripts/samples/seeded-random.ts';
import type { Config } from '../../../engine/config/config.ts';
import { anEngine } from '../../support/engine.ts';
import { campaign } from '../../support/campaign.ts';
import type { RequestKind, Trouble } from '../../support/git/http-remote.ts';
import { serveEngine } from '../../support/serve-engine.ts';
import { Story } from './story.ts';
import { aRemote, configFor, dag, Synced } from './sync-world.ts';

const kills = campaign('DAGWRIGHT_SYNC_KILLS', { short: 2, full: 100 });
const cuts = campaign('DAGWRIGHT_SYNC_CUTS', { short: 4, full: 100 });
const SEED = Number(process.env['DAGWRIGHT_KILL_SEED'] ?? 1);

const operations = ['pull', 'publish all'] as const;
const requests = {
  pull: ['refs', 'pack'],
  'publish all': ['refs', 'pack', 'push-refs', 'push'],
} as const satisfies Record<(typeof operations)[number], readonly RequestKind[]>;

const ids = Array.from({ length: 12 }, (_, index) => `item-${index}`);

/** A text that does not get smaller on its way, so that it comes in many parts. */
const longDag = (): string => `description: ${randomBytes(6000).toString('hex')}\n${dag('long')}`;

async function aStory(): Promise<Story> {
  const remote = await aRemote(Object.fromEntries(ids.map((id) => [`${id}.yaml`, dag(id)])));
  const story = new Story(new Synced(await anEngine({ config: configFor(remote) }), remote));
  await story.take({ do: 'pull' });
  return story;
}

/** Edits on both sides, of which some are of the same item. */
async function edit({ world }: Story, random: SeededRandom): Promise<void> {
  const theirs: Record<string, string | null> = {};
  for (const id of ids) {
    if (random.chance(0.4)) world.write(`${id}.yaml`, longDag());
    if (random.chance(0.4)) theirs[`${id}.yaml`] = random.chance(0.2) ? null : longDag();
  }
  // An item that stays keeps the branch from being empty.
  await world.robin({ ...theirs, 'stays.yaml': longDag() });
}

describe.each(operations)('a %s', (what) => {
  it(
    'in an engine that is killed at any moment loses nothing, and the next pull repairs',
    { timeout: 60_000 + kills * 30_000 },
    async () => {
      const random = seededRandom(SEED);
      const story = await aStory();
      let most = 0;
      let interrupted = 0;
      for (let kill = 0; kill <= kills; kill++) {
        await edit(story, random);
        // The first one is left alone: so many moments there are. The next ends at once.
        const last = [Number.POSITIVE_INFINITY, 1][kill] ?? random.between(1, most);
        await story.killed(async (config) => {
          const { count, isAnswered } = await ask(config, story, { what, last });
          most = Math.max(most, count);
          if (!isAnswered) interrupted += 1;
        });
        await story.judge();
      }
      await story.world.remote.repository.git('fsck', '--strict');
      expect(interrupted).toBeGreaterThan(0);
    },
  );

  it(
    'whose line is cut at any moment loses nothing, and the next pull repairs',
    { timeout: 60_000 + cuts * 10_000 },
    async () => {
      const random = seededRandom(SEED);
      const story = await aStory();
      for (let cut = 0; cut < cuts; cut++) {
        await edit(story, random);
        const request = requests[what][cut % requests[what].length];
        const trouble = aCut(random);
        story.world.remote.trouble = (kind) => (kind === request ? trouble : undefined);
        await story.lost(what);
        await story.judge();
      }
      await story.world.remote.repository.git('fsck', '--strict');
    },
  );
});

function aCut(random: SeededRandom): Trouble {
  const cut = random.pick<NonNullable<Trouble['cut']>>([
    ['before', 1],
    ['asking', 3],
    ['middle', 4],
    ['after', 2],
  ]);
  return { cut, part: random.fraction() };
}

/** Asks a server, and kills it after so many changes of files in its home; says how many there were until the end. */
async function ask(
  config: Config,
  { world: { remote } }: Story,
  { what, last }: { readonly what: (typeof operations)[number]; readonly last: number },
): Promise<{ readonly count: number; readonly isAnswered: boolean }> {
  const engine = await serveEngine(config, {
    SVC_GITSYNC_ENABLED: 'true',
    SVC_GITSYNC_REPOSITORY: remote.url,
    SVC_GITSYNC_AUTH_TOKEN: remote.token,
  });
  let count = 0;
  const watcher = watch(dirname(config.paths.configFile), { recursive: true }, () => {
    count += 1;
    if (count === last) void engine.kill();
  });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  const path = what === 'pull' ? 'pull' : 'publish-all';
  const response = await fetch(`${engine.url}/sync/${path}`, init).catch(() => null);
  watcher.close();
  await engine.kill();
  return { count, isAnswered: response?.ok === true };
}
