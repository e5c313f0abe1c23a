import { expect, it } from 'vitest';
import { aDag, calmStory, MINUTE_MS, SECOND_MS } from './calm-story.ts';
import { startOf } from './simulated-dag.ts';
import type { KillStage, Simulation } from './simulation.ts';

const TEN_01 = Date.UTC(2026, 10, 21, 10, 1);
const dag = aDag({ policy: { jitterSec: 600 } });
/** Minutes later, when other slots have come and gone. */
const startsAt = startOf(dag, { kind: 'start', at: TEN_01 });
const stages: readonly KillStage[] = ['looking', 'asked', 'writing', 'claimed', 'decided'];

const runsOf = ({ runs }: Simulation) =>
  runs.runs.filter(({ slot }) => slot === `a.yaml start ${TEN_01}`);

it.each([4, 600])(
  'a start that is put off begins at its own millisecond, with jitter_sec: %i',
  async (jitterSec) => {
    const { simulation, fates } = calmStory();
    const spread = aDag({ policy: { jitterSec } });
    const begins = startOf(spread, { kind: 'start', at: TEN_01 });
    await simulation.edit('a.yaml', spread);
    await simulation.start();

    await simulation.pass(begins - 1 - simulation.machine.wall);
    const before = fates('a.yaml')[0];
    await simulation.pass(1);

    expect(before).toBe('10:01 start pending/jitter');
    expect(fates('a.yaml')[0]).toBe('10:01 start ran/on_time');
    expect(runsOf(simulation)).toMatchObject([{ startedAt: begins }]);
  },
);

it.each(stages)(
  'a start that is put off runs once, killed while it waits and when %s',
  async (stage) => {
    const { simulation, fates } = calmStory();
    await simulation.edit('a.yaml', dag);
    await simulation.start();
    await simulation.pass(MINUTE_MS);
    await simulation.kill();
    await simulation.pass(5 * SECOND_MS);
    await simulation.start();
    await simulation.pass(startsAt - 1 - simulation.machine.wall);
    const waiting = fates('a.yaml')[0];
    simulation.killAt = stage;
    await simulation.pass(1);
    const isKilled = !simulation.isOn;
    await simulation.start();
    await simulation.pass(SECOND_MS);

    expect([waiting, isKilled]).toEqual(['10:01 start pending/jitter', true]);
    expect(fates('a.yaml')[0]).toMatch(/^10:01 start ran\//);
    expect(runsOf(simulation)).toHaveLength(1);
  },
);

it('with skip_if_successful, runs of the slots before that were put off past the last one do not count', async () => {
  const { simulation, fates } = calmStory();
  const spread = aDag({
    fileName: 'a5.yaml',
    policy: { jitterSec: 100, skipIfSuccessful: true },
  });
  const starts = [0, 1, 2].map((index) =>
    startOf(spread, { kind: 'start', at: TEN_01 + index * MINUTE_MS }),
  );
  await simulation.edit('a5.yaml', spread);
  await simulation.start();

  await simulation.pass(4 * MINUTE_MS);

  // The first begins after the second was due, so for the third it is a run since the slot before.
  expect(starts[0]).toBeGreaterThan(TEN_01 + MINUTE_MS);
  expect(starts).toEqual(starts.toSorted((one, other) => one - other));
  expect(fates('a5.yaml').slice(0, 3)).toEqual([
    '10:01 start ran/on_time',
    '10:02 start ran/on_time',
    '10:03 start ran/on_time',
  ]);
});
