import fc from 'fast-check';
import { it } from 'vitest';
import { anEngine } from '../../support/engine.ts';
import { campaign } from '../../support/campaign.ts';
import { Story } from './story.ts';
import { steps } from './story-steps.ts';
import { aRemote, configFor, dag, Synced } from './sync-world.ts';

const stories = campaign('DAGWRIGHT_SYNC_STORIES', { short: 2, full: 2000 });

it(
  'says of every item what git says, and loses no text, whatever happens on both sides',
  { timeout: 120_000 + stories * 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        // `d` is never on the remote at first, and a file that stays keeps the branch from being empty.
        const files = ['a', 'b', 'c', 'team/e', 'z'].map((id) => [`${id}.yaml`, dag(id)] as const);
        const remote = await aRemote(Object.fromEntries(files));
        const engine = await anEngine({ config: configFor(remote) });
        const story = new Story(new Synced(engine, remote));
        await story.take({ do: 'pull' });
        for (const step of all) {
          await story.take(step);
          await story.judge();
        }
        await story.world.engine.stop();
        await remote.unplug();
      }),
      { numRuns: stories, endOnFailure: true },
    );
  },
);
