import { describe, expect, it } from 'vitest';
import { aDag, calmStory, HOUR_MS, line, MINUTE_MS, SECOND_MS } from './calm-story.ts';

describe('a backlog of the scheduler, as random stories once found it wanting,', () => {
  it('keeps the newest to catch up, although one of its minute was asked for before the machine slept', async () => {
    const { simulation, calm, fates } = calmStory();
    const policy = { catchupWindowMs: 24 * HOUR_MS, overlapPolicy: 'latest' } as const;
    await simulation.edit('a.yaml', aDag({ policy }));
    await simulation.start();
    await simulation.stop();
    await simulation.sleep(5 * MINUTE_MS, 'stand still', false);
    calm.isSlow = true;
    await simulation.start();
    calm.isSlow = false;

    await simulation.sleep(8 * HOUR_MS, 'catch up', true);
    await simulation.pass(2 * MINUTE_MS);

    const caughtUp = fates('a.yaml').filter((fate) => fate.endsWith('ran/caught_up'));
    expect(caughtUp).toEqual(['18:04 start ran/caught_up']);
  });

  it('gives one turn to a backlog of any size', async () => {
    const { simulation, fates } = calmStory();
    const policy = { catchupWindowMs: 72 * HOUR_MS };
    await simulation.edit('a.yaml', aDag({ lines: [line('start', 'often')], policy }));
    await simulation.start();
    await simulation.startByHand(aDag());

    await simulation.sleep(40 * HOUR_MS, 'stand still', true);

    const all = fates('a.yaml').join(' ');
    expect(all.match(/catchup_cap/g)).toHaveLength(199);
    expect(all.match(/to_catch_up/g)).toHaveLength(999);
  });

  it('catches up nothing that a run since the start before makes needless', async () => {
    const { simulation, fates } = calmStory();
    const policy = {
      catchupWindowMs: HOUR_MS,
      overlapPolicy: 'all',
      skipIfSuccessful: true,
    } as const;
    const dag = aDag({ policy, lines: [line('start', 'fives')] });
    await simulation.edit('a.yaml', dag);
    await simulation.start();
    await simulation.pass(5 * SECOND_MS);

    await simulation.stop();
    await simulation.pass(6 * MINUTE_MS);
    await simulation.startByHand(dag);
    await simulation.start();
    await simulation.pass(MINUTE_MS);

    simulation.finish();
    expect(fates('a.yaml')).toEqual(['10:05 start skipped/already_succeeded']);
  });
});
