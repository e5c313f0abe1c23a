import { describe, expect, it } from 'vitest';
import { anEngine, eventually, type TestEngine } from '../../support/engine.ts';
import { travelClock } from '../../support/travel-clock.ts';
import { stateOf, stop, untilState } from '../queue/a-queue-engine.ts';
import { aHome, beforeEleven, decided, HOUR, slotsOf, type Home } from './stage.ts';

const queues = { enabled: true, config: [{ name: 'database', maxConcurrency: 1 }] };

const inQueue = (rest = ''): string =>
  `schedule: "0 * * * *"\nqueue: database\n${rest}steps:\n  - command: exec sleep 60\n`;

const homeWith = (definitions: Readonly<Record<string, string>>): Home => {
  const home = aHome({ queues });
  for (const [name, text] of Object.entries(definitions)) home.write(name, text);
  return home;
};

/** A run by hand that fills the queue. */
const fill = (engine: TestEngine) =>
  engine.client.call('runs.start', {
    spec: 'queue: database\nsteps: [{command: exec sleep 60}]\n',
    name: 'hand',
    dagRunId: 'first',
  });

async function untilPending(engine: TestEngine, fileName: string, count = 1) {
  await eventually(async () => {
    const slots = await slotsOf(engine, fileName);
    return slots.filter(({ fate }) => fate === 'pending').length === count;
  }, `${count} slots of ${fileName} are pending`);
  return slotsOf(engine, fileName);
}

describe('a due slot of a DAG in a global queue', () => {
  it('waits in it for the other DAGs of the queue, and says for how long it waited', async () => {
    const home = homeWith({ qa: inQueue(), qb: inQueue() });
    const { engine, clock } = await beforeEleven(home);

    await eventually(async () => {
      const slots = [...(await slotsOf(engine, 'qa')), ...(await slotsOf(engine, 'qb'))];
      return slots.length === 2 && slots.some(({ fate }) => fate === 'ran');
    }, 'both are due, and one runs');
    const both = [...(await slotsOf(engine, 'qa')), ...(await slotsOf(engine, 'qb'))];
    const [first] = both.filter(({ fate }) => fate === 'ran');
    const [second] = both.filter(({ fate }) => fate === 'pending');
    expect(first).toMatchObject({ reason: 'on_time', runStatus: 'running' });
    expect(second).toMatchObject({
      reason: 'queued',
      runStatus: 'queued',
      detail: 'Its run is waiting in queue database.',
    });

    clock.hold(2000);
    await stop(engine, first?.name ?? '', first?.dagRunId ?? '');
    const [ran] = await decided(engine, second?.fileName ?? '', 1);

    expect(ran).toMatchObject({
      fate: 'ran',
      reason: 'queued',
      runStatus: 'running',
      dagRunId: second?.dagRunId,
      detail: expect.stringMatching(
        /^It waited \d+(\.\d+)?s in queue database, and ran \d+(\.\d+)?s after it was due\.$/,
      ),
    });
  });

  it('waits for a run that was started by hand, which itself begins at once beside what runs', async () => {
    const { engine } = await beforeEleven(homeWith({ qa: inQueue() }), fill);
    await untilPending(engine, 'qa');

    const { dagRunId } = await engine.client.call('dags.start', { fileName: 'qa' });

    const { dagRun } = await engine.client.call('runs.get', { name: 'qa', dagRunId });
    expect(dagRun.statusLabel).toBe('running');
    const [slot] = await slotsOf(engine, 'qa');
    expect(await stateOf(engine, 'database')).toBe(`first ${dagRunId}|${slot?.dagRunId}`);
  });

  it('begins at once where the configuration does not know the queue', async () => {
    const home = aHome();
    home.write('qa', inQueue());
    const { engine } = await beforeEleven(home, fill);

    const [slot] = await decided(engine, 'qa', 1);

    expect(slot).toMatchObject({ fate: 'ran', reason: 'on_time' });
  });

  it('begins at once where queues are switched off', async () => {
    const home = aHome({ queues: { ...queues, enabled: false } });
    home.write('qa', inQueue());
    const { engine } = await beforeEleven(home, fill);

    const [slot] = await decided(engine, 'qa', 1);

    expect(slot).toMatchObject({ fate: 'ran', reason: 'on_time' });
  });

  it('is skipped when its run is taken out of the queue', async () => {
    const { engine } = await beforeEleven(homeWith({ qa: inQueue() }), fill);
    const [waiting] = await untilPending(engine, 'qa');

    await engine.client.call('runs.dequeue', { name: 'qa', dagRunId: waiting?.dagRunId ?? '' });

    const [slot] = await decided(engine, 'qa', 1);
    expect(slot).toMatchObject({
      fate: 'skipped',
      reason: 'dequeued',
      detail: 'Its run did not start: it left queue database (removed from its queue).',
      runStatus: 'aborted',
    });
  });

  it('waits on under the next engine, and runs once', async () => {
    const home = homeWith({ qa: inQueue() });
    const { engine, clock } = await beforeEleven(home, fill);
    const [waiting] = await untilPending(engine, 'qa');
    await engine.stop();

    const nextClock = travelClock(new Date(clock.now()).toISOString());
    const next = await anEngine({ config: home.config, clock: nextClock });
    await untilState(next, 'database', `first|${waiting?.dagRunId}`);
    nextClock.hold(2000);
    await stop(next, 'hand', 'first');

    const slots = await decided(next, 'qa', 1);
    expect(slots).toMatchObject([
      { fate: 'ran', reason: 'queued', dagRunId: waiting?.dagRunId, runStatus: 'running' },
    ]);
    await stop(next, 'qa', waiting?.dagRunId ?? '');
  });
});

describe('a slot whose DAG waits in the queue already', () => {
  async function dueTwice(policy: string) {
    const { engine, clock } = await beforeEleven(
      homeWith({ qa: inQueue(`overlap_policy: ${policy}\n`) }),
      fill,
    );
    const [first] = await untilPending(engine, 'qa');
    clock.set(HOUR - 1000);
    engine.wake();
    await eventually(async () => (await slotsOf(engine, 'qa')).length === 2, 'two slots');
    const slots = (await slotsOf(engine, 'qa')).toReversed();
    return { engine, first, slots };
  }

  it('is skipped by `skip`', async () => {
    const { first, slots } = await dueTwice('skip');

    expect(slots).toMatchObject([
      { fate: 'pending', reason: 'queued' },
      {
        fate: 'skipped',
        reason: 'overlap',
        dagRunId: first?.dagRunId,
        detail: `Run ${first?.dagRunId} of the DAG was still waiting in queue database (overlap_policy: skip).`,
      },
    ]);
  });

  it('waits behind it by `all`', async () => {
    const { engine, first, slots } = await dueTwice('all');

    expect(slots).toMatchObject([
      { fate: 'pending', reason: 'queued' },
      { fate: 'pending', reason: 'queued' },
    ]);
    expect(await stateOf(engine, 'database')).toBe(
      `first|${first?.dagRunId} ${slots[1]?.dagRunId}`,
    );
  });

  it('takes its place by `latest`', async () => {
    const { engine, slots } = await dueTwice('latest');

    expect(slots).toMatchObject([
      { fate: 'skipped', reason: 'superseded', runStatus: 'aborted' },
      { fate: 'pending', reason: 'queued', runStatus: 'queued' },
    ]);
    expect(await stateOf(engine, 'database')).toBe(`first|${slots[1]?.dagRunId}`);
  });

  it('leaves by `latest` what a person has queued', async () => {
    const { engine } = await beforeEleven(
      homeWith({ qa: inQueue('overlap_policy: latest\n') }),
      async (engine) => {
        await fill(engine);
        await engine.client.call('dags.enqueue', { fileName: 'qa', dagRunId: 'mine' });
      },
    );

    const [slot] = await untilPending(engine, 'qa');

    expect(await stateOf(engine, 'database')).toBe(`first|mine ${slot?.dagRunId}`);
  });
});

describe('a restart of a DAG in a global queue', () => {
  it('starts again through the queue', async () => {
    const restarting = inQueue().replace('"0 * * * *"', '{restart: "0 * * * *"}');
    const { engine } = await beforeEleven(homeWith({ qa: restarting }), fill);

    const [slot] = await untilPending(engine, 'qa');
    await untilState(engine, 'database', `first|${(await slotsOf(engine, 'qa'))[0]?.dagRunId}`);

    expect(slot).toMatchObject({ kind: 'restart' });
    await stop(engine, 'hand', 'first');
    expect(await decided(engine, 'qa', 1)).toMatchObject([{ fate: 'ran', kind: 'restart' }]);
  });
});
