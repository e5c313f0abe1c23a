import { describe, expect, it } from 'vitest';
import { aDag, calmStory, HOUR_MS, line, MINUTE_MS, SECOND_MS } from './calm-story.ts';

// Stories in which the scheduler once broke the rule. Each instant is judged beside what is expected here.

/** Ten seconds before the first restart of a DAG that pauses for 30; runs take 20 seconds. */
async function beforeRestart() {
  const story = calmStory();
  const policy = { restartWaitSec: 30 };
  await story.simulation.edit('a.yaml', aDag({ lines: [line('restart', 'fives')], policy }));
  await story.simulation.start();
  await story.simulation.pass(4 * MINUTE_MS + 50 * SECOND_MS);
  story.calm.paceMs = 20 * SECOND_MS;
  return story;
}

describe('the scheduler, as random stories once found it wanting,', () => {
  it('decides what came due in a sleep although it is stopped before it looks again', async () => {
    const { simulation, fates } = calmStory();
    await simulation.edit('a.yaml', aDag({ lines: [line('start', 'hourlyToo')] }));
    await simulation.start();
    await simulation.pass(3 * SECOND_MS);

    await simulation.sleep(1.5 * HOUR_MS, 'stand still', false);
    await simulation.pass(SECOND_MS);
    await simulation.stop();
    await simulation.start();
    await simulation.pass(MINUTE_MS);

    simulation.finish();
    expect(fates('a.yaml')).toHaveLength(1);
  });

  it('decides what a clock set forward made late although it is stopped before it looks again', async () => {
    const { simulation, fates } = calmStory();
    await simulation.edit('a.yaml', aDag({ lines: [line('start', 'hourlyToo')] }));
    await simulation.start();
    await simulation.pass(13 * SECOND_MS);

    simulation.setClock(1.5 * HOUR_MS);
    await simulation.pass(SECOND_MS);
    await simulation.stop();
    await simulation.start();
    await simulation.pass(MINUTE_MS);

    simulation.finish();
    expect(fates('a.yaml')).toHaveLength(1);
  });

  it('says of a slot that the clock was set forward, where that was done in the last seconds before it', async () => {
    const { simulation, fates } = calmStory();
    await simulation.edit('a.yaml', aDag());
    await simulation.start();
    await simulation.pass(57.5 * SECOND_MS);

    simulation.setClock(61 * SECOND_MS);
    // No timer is exact: the look comes a moment after the slot.
    await simulation.sleep(5, 'stand still', false);
    await simulation.pass(5 * SECOND_MS);

    simulation.finish();
    expect(fates('a.yaml')).toEqual([
      '10:01 start missed/clock_forward',
      '10:02 start ran/on_time',
    ]);
  });

  it('asks for a restart that the store refused at its next look, and not without end', async () => {
    const { simulation, fates } = calmStory();
    await simulation.edit('a.yaml', aDag({ lines: [line('restart', 'fives')] }));
    await simulation.start();

    simulation.isUnavailable = true;
    await simulation.pass(5 * MINUTE_MS + 20 * SECOND_MS);
    simulation.isUnavailable = false;
    await simulation.pass(10 * SECOND_MS);

    simulation.finish();
    expect(fates('a.yaml')).toEqual([expect.stringMatching(/^10:05 restart ran/)]);
  });

  it('takes up the new wait of a restart that the store refused, and not without end', async () => {
    const { simulation, fates } = calmStory();
    const dag = aDag({ lines: [line('restart', 'fives')] });
    await simulation.edit('a.yaml', dag);
    await simulation.start();

    simulation.isUnavailable = true;
    await simulation.pass(5 * MINUTE_MS + SECOND_MS);
    await simulation.edit('a.yaml', { ...dag, policy: { ...dag.policy, restartWaitSec: 19 } });
    await simulation.pass(20 * SECOND_MS);
    simulation.isUnavailable = false;
    await simulation.pass(30 * SECOND_MS);

    simulation.finish();
    expect(fates('a.yaml')).toEqual([expect.stringMatching(/^10:05 restart ran/)]);
  });

  it('puts a start that the store refused first among those to catch up after a sleep', async () => {
    const { simulation, fates } = calmStory();
    await simulation.edit('a.yaml', aDag({ policy: { catchupWindowMs: HOUR_MS } }));
    await simulation.start();

    simulation.isUnavailable = true;
    await simulation.pass(MINUTE_MS);
    await simulation.sleep(4 * MINUTE_MS, 'stand still', false);
    simulation.isUnavailable = false;
    await simulation.pass(6 * SECOND_MS);

    expect(fates('a.yaml').slice(0, 2)).toEqual([
      '10:01 start ran/caught_up',
      '10:02 start pending/to_catch_up',
    ]);
  });

  it('takes only the newest, the one that the store refused among the others, where the policy says so', async () => {
    const { simulation, fates } = calmStory();
    const policy = { catchupWindowMs: HOUR_MS, overlapPolicy: 'latest' } as const;
    await simulation.edit('a.yaml', aDag({ policy }));
    await simulation.start();

    simulation.isUnavailable = true;
    await simulation.pass(MINUTE_MS);
    await simulation.sleep(3.5 * MINUTE_MS, 'stand still', false);
    simulation.isUnavailable = false;
    await simulation.pass(6 * SECOND_MS);

    expect(fates('a.yaml').slice(0, 3)).toEqual([
      '10:01 start skipped/superseded',
      '10:02 start skipped/superseded',
      '10:03 start ran/caught_up',
    ]);
  });

  it('counts a run that the slot before only met as one that has succeeded since', async () => {
    const { simulation, calm, fates } = calmStory();
    const policy = { catchupWindowMs: HOUR_MS, skipIfSuccessful: true };
    await simulation.edit('a.yaml', aDag({ policy, lines: [line('start', 'fives')] }));
    await simulation.start();
    await simulation.pass(5 * SECOND_MS);
    calm.paceMs = 20 * SECOND_MS;

    // Wakes at 10:09:59.990: what is caught up then is queued, and starts after the slot of 10:10 has met it.
    await simulation.sleep(10 * MINUTE_MS - 5 * SECOND_MS - 510, 'stand still', true);
    await simulation.pass(6 * MINUTE_MS);

    expect(fates('a.yaml').slice(-2)).toEqual([
      '10:10 start skipped/overlap',
      '10:15 start skipped/already_succeeded',
    ]);
  });

  it('names the run that a restart stops as the one that a start at that time meets', async () => {
    const { simulation, calm } = calmStory();
    calm.paceMs = 20 * SECOND_MS;
    const lines = [line('start', 'minutely'), line('restart', 'fives')];
    await simulation.edit('a.yaml', aDag({ lines }));
    await simulation.start();
    await simulation.pass(4 * MINUTE_MS + 50 * SECOND_MS);
    await simulation.startByHand(aDag());

    await simulation.pass(20 * SECOND_MS);

    const met = [...simulation.observer.ledger.rows.values()].filter(
      ({ reason }) => reason === 'overlap',
    );
    expect(met.map(({ dagRunId }) => dagRunId)).toEqual([expect.stringMatching(/^hand/)]);
  });

  it('comes to each DAG that waits in the turn after a start, also to one without new slots', async () => {
    const { simulation, fates } = calmStory();
    const policy = { catchupWindowMs: 30 * HOUR_MS };
    const hourly = aDag({ fileName: 'b.yaml', lines: [line('start', 'hourlyToo')], policy });
    await simulation.edit('a.yaml', aDag({ policy }));
    await simulation.edit('b.yaml', hourly);
    await simulation.start();
    await simulation.sleep(3 * HOUR_MS + 2 * MINUTE_MS, 'stand still', true);
    await simulation.edit('b.yaml', { ...hourly, problem: 'The step a has no command.' });

    await simulation.kill();
    await simulation.sleep(5 * MINUTE_MS, 'stand still', false);
    await simulation.start();

    expect(fates('b.yaml').slice(0, 2)).toEqual([
      '11:00 start ran/caught_up',
      '12:00 start skipped/invalid',
    ]);
  });

  it('decides a start that the store refused although schedule and engine are others by then', async () => {
    const { simulation, fates } = calmStory();
    await simulation.edit('a.yaml', aDag());
    await simulation.start();
    simulation.isUnavailable = true;
    await simulation.pass(MINUTE_MS + 10 * SECOND_MS);
    await simulation.edit('a.yaml', aDag({ lines: [line('start', 'fives')] }));
    await simulation.pass(20 * SECOND_MS);

    await simulation.stop();
    simulation.isUnavailable = false;
    await simulation.start();
    await simulation.pass(10 * SECOND_MS);

    simulation.finish();
    expect(fates('a.yaml')).toEqual(['10:01 start ran/late']);
  });

  it('notices a sleep although the first that it hears is the end of a run that it restarts', async () => {
    const { simulation, calm, fates } = calmStory();
    calm.paceMs = 20 * SECOND_MS;
    const policy = { restartWaitSec: 10 };
    await simulation.edit('a.yaml', aDag({ lines: [line('restart', 'minutely')], policy }));
    await simulation.start();
    await simulation.pass(50 * SECOND_MS);
    await simulation.startByHand(aDag());
    await simulation.pass(16 * SECOND_MS + 500);

    // The run ends a second after the machine has woken, before the next look is due.
    await simulation.sleep(3 * MINUTE_MS, 'stand still', false);
    await simulation.pass(20 * SECOND_MS);

    expect(fates('a.yaml').slice(0, 3)).toEqual([
      expect.stringMatching(/^10:01 restart ran/),
      '10:02 restart missed/asleep',
      '10:03 restart missed/asleep',
    ]);
  });

  it('asks at each look for a restart that the store refused, whatever the clock on the wall shows', async () => {
    const { simulation, fates } = calmStory();
    await simulation.edit('a.yaml', aDag({ lines: [line('restart', 'fives')] }));
    await simulation.start();
    simulation.isUnavailable = true;
    await simulation.pass(5 * MINUTE_MS + 3 * SECOND_MS);

    simulation.setClock(-HOUR_MS);
    simulation.isUnavailable = false;
    await simulation.pass(20 * SECOND_MS);

    expect(fates('a.yaml')).toEqual([expect.stringMatching(/^10:05 restart ran/)]);
  });

  it.each([
    [2000, 7000],
    [7000, 2000],
  ])(
    'waits in a restart from the end of the last run that it stopped (%i, %i ms)',
    async (...ends) => {
      const { simulation, calm, fates } = await beforeRestart();
      await simulation.startByHand(aDag());
      await simulation.startByHand(aDag());
      await simulation.pass(5 * SECOND_MS);
      calm.nextMs.push(...ends);

      await simulation.pass(MINUTE_MS);

      simulation.finish();
      expect(fates('a.yaml')).toEqual([expect.stringMatching(/^10:05 restart ran/)]);
    },
  );

  it('waits in a restart for as many seconds as it says, however the clock on the wall is set', async () => {
    const { simulation, calm, fates } = await beforeRestart();
    await simulation.startByHand(aDag());
    await simulation.pass(5 * SECOND_MS);
    calm.nextMs.push(SECOND_MS);
    await simulation.pass(7 * SECOND_MS);

    simulation.setClock(-15 * SECOND_MS);
    await simulation.pass(6 * SECOND_MS);
    simulation.setClock(35 * SECOND_MS);
    await simulation.pass(16 * SECOND_MS);
    expect(fates('a.yaml')).toEqual(['10:05 restart pending/restarting']);
    await simulation.pass(8 * SECOND_MS);

    simulation.finish();
    expect(fates('a.yaml')).toEqual([expect.stringMatching(/^10:05 restart ran/)]);
  });

  it('decides again what a clock set back has opened, although it is killed as it opens it', async () => {
    const { simulation, fates } = calmStory();
    const restarted = aDag({ fileName: 'b.yaml', lines: [line('restart', 'minutely')] });
    await simulation.edit('a.yaml', aDag());
    await simulation.edit('b.yaml', restarted);
    await simulation.start();
    simulation.isUnavailable = true;
    await simulation.pass(MINUTE_MS);
    await simulation.sleep(10 * MINUTE_MS, 'stand still', true);
    await simulation.pass(MINUTE_MS);

    simulation.setClock(-9 * MINUTE_MS);
    simulation.killAt = 'asked';
    await simulation.pass(6 * SECOND_MS);
    expect(fates('a.yaml').at(-1)).toBe('10:03 start missed/asleep');
    simulation.isUnavailable = false;
    await simulation.sleep(3 * MINUTE_MS, 'stand still', false);
    await simulation.start();
    await simulation.pass(10 * SECOND_MS);

    simulation.finish();
    const times = fates('a.yaml').map((fate) => fate.slice(0, 5));
    expect(times).toEqual(['10:01', '10:02', '10:03', '10:04', '10:05', '10:06']);
  });

  it('does not say of an engine that knew no schedule and was killed that it had been off', async () => {
    const { simulation, fates } = calmStory();
    await simulation.start();
    await simulation.stop();
    await simulation.start();
    await simulation.pass(3 * HOUR_MS);
    await simulation.kill();
    await simulation.start();

    simulation.setClock(-2 * HOUR_MS);
    await simulation.edit('a.yaml', aDag({ lines: [line('start', 'hourlyToo')] }));
    await simulation.pass(20 * SECOND_MS);
    await simulation.sleep(1.5 * HOUR_MS, 'stand still', true);

    expect(fates('a.yaml')).toEqual(['12:00 start missed/asleep']);
  });

  it('decides what was due by a schedule that it replaced as it began, although it is killed at that', async () => {
    const { simulation, calm, fates } = calmStory();
    await simulation.edit('a.yaml', aDag());
    await simulation.start();
    await simulation.stop();
    await simulation.edit('a.yaml', aDag({ lines: [line('start', 'fives')] }));
    await simulation.sleep(2 * MINUTE_MS, 'stand still', false);
    calm.isSlow = true;

    await simulation.start();
    await simulation.kill();
    calm.isSlow = false;
    await simulation.sleep(4 * MINUTE_MS, 'stand still', false);
    await simulation.start();
    await simulation.pass(10 * SECOND_MS);

    simulation.finish();
    expect(fates('a.yaml')).toEqual([
      '10:01 start missed/engine_off',
      '10:02 start missed/engine_off',
      '10:05 start missed/engine_off',
    ]);
  });

  it('decides what was due by a schedule that it replaced, where the machine slept before its turn', async () => {
    const { simulation, calm, fates } = calmStory();
    const policy = { catchupWindowMs: HOUR_MS };
    await simulation.edit('a.yaml', aDag({ policy }));
    await simulation.start();
    await simulation.stop();
    await simulation.edit('a.yaml', aDag({ policy, lines: [line('start', 'hourlyToo')] }));
    await simulation.sleep(2 * MINUTE_MS, 'stand still', false);
    calm.isSlow = true;

    await simulation.start();
    calm.isSlow = false;
    await simulation.sleep(10 * MINUTE_MS, 'stand still', false);
    await simulation.pass(10 * SECOND_MS);

    expect(fates('a.yaml')).toEqual(['10:01 start ran/caught_up', '10:02 start ran/late']);
  });

  it('decides what the schedule of any of many DAGs had missed before it was replaced', async () => {
    const { simulation, fates } = calmStory();
    const files = Array.from({ length: 450 }, (_, index) => `dag-${index + 100}.yaml`);
    const lines = [line('start', 'hourlyToo')];
    for (const fileName of files) await simulation.edit(fileName, aDag({ fileName, lines }));
    await simulation.start();
    await simulation.stop();
    for (const fileName of files.slice(-2))
      await simulation.edit(fileName, aDag({ fileName, lines: [line('start', 'watches')] }));
    await simulation.sleep(1.5 * HOUR_MS, 'stand still', false);

    await simulation.start();
    await simulation.pass(10 * SECOND_MS);

    expect(fates('dag-549.yaml')).toEqual(['11:00 start missed/engine_off']);
  });
});
