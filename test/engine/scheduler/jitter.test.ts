import { describe, expect, it } from 'vitest';
import { startOf } from '../../../engine/dag/jitter.ts';
import { anEngine, eventually, type TestEngine } from '../../support/engine.ts';
import { travelClock, type TravelClock } from '../../support/travel-clock.ts';
import { aHome, beforeEleven, decided, justBefore, short, slotsOf, type Home } from './stage.ts';

const ELEVEN = Date.parse('2026-03-10T11:00:00Z');
const MINUTE = 60_000;
const jitterSec = 900;
/** Five and a half minutes later. */
const starts = startOf(ELEVEN, { dagName: 'etl', jitterSec });

const spread = (rest = '', command = 'true'): string =>
  `schedule: "0 * * * *"\njitter_sec: ${jitterSec}\n${rest}steps:\n  - command: ${command}\n`;

const homeWith = (definition: string): Home => {
  const home = aHome();
  home.write('etl', definition);
  return home;
};

async function untilPutOff(engine: TestEngine) {
  await eventually(async () => (await slotsOf(engine, 'etl')).length > 0, 'the slot is put off');
  const [slot] = await slotsOf(engine, 'etl');
  return slot;
}

/** Lets the time of the start come. */
function go({ engine, clock }: { engine: TestEngine; clock: TravelClock }, to = starts): void {
  clock.hold(to - clock.now());
  engine.wake();
}

/** The engine that comes after another one, at a time. */
async function engineAt({ config }: Home, at: number) {
  const clock = travelClock(new Date(at).toISOString());
  return { engine: await anEngine({ config, clock }), clock };
}

const runsOf = async ({ client }: TestEngine) =>
  (await client.call('runs.list', { name: 'etl' })).dagRuns;

describe('a scheduled start of a DAG with jitter_sec', () => {
  it('waits in the ledger until its own time, which everything that shows the next start names', async () => {
    const moment = await beforeEleven(homeWith(spread()));
    const { engine } = moment;
    const { client } = engine;

    const waiting = await untilPutOff(engine);
    const { nextRuns } = await client.call('dags.get', { fileName: 'etl' });
    const { dags } = await client.call('dags.list', {});
    const { sentence } = await client.call('dags.why', { fileName: 'etl' });
    const startsAt = new Date(starts).toISOString();
    const none = await runsOf(engine);
    const byStart = await client.call('dags.why', { fileName: 'etl', time: startsAt });
    go(moment);
    const [slot] = await decided(engine, 'etl', 1);

    expect(byStart.sentence).toBe(sentence);
    expect(waiting).toMatchObject({
      fate: 'pending',
      reason: 'jitter',
      time: '2026-03-10T11:00:00.000Z',
      startsAt,
      detail: 'It starts 5m 29s after its time (jitter_sec).',
    });
    expect([nextRuns[0], dags[0]?.nextRun, none]).toEqual([startsAt, startsAt, []]);
    expect(sentence).toBe(
      'etl was due to start on Tue 10 Mar 2026, 11:00 and is pending. It starts 5m 29s after its time (jitter_sec).',
    );
    expect(slot).toMatchObject({ fate: 'ran', reason: 'on_time', startsAt });
    expect(slot?.detail).toMatch(
      /^It ran on time(, .* after it was due)?\. Its start was put off by 5m 29s \(jitter_sec\)\.$/,
    );
    const [run] = await runsOf(engine);
    expect(Date.parse(run?.startedAt ?? '')).toBeGreaterThanOrEqual(starts);
  });

  it('is shown with its own time before the slot comes', async () => {
    const { engine } = await engineAt(homeWith(spread()), ELEVEN - 10 * MINUTE);
    const { client } = engine;

    const { nextRuns } = await client.call('dags.get', { fileName: 'etl' });
    const { dags } = await client.call('dags.list', {});
    const preview = await client.call('dags.schedulePreview', { fileName: 'etl' });
    const calendar = await client.call('schedule.calendar', {
      from: '2026-03-10T10:30:00Z',
      to: '2026-03-10T11:30:00Z',
    });
    const why = await client.call('dags.why', { fileName: 'etl', time: '2026-03-10T11:00:00Z' });

    const startsAt = new Date(starts).toISOString();
    const slot = { time: '2026-03-10T11:00:00.000Z', startsAt };
    expect([nextRuns[0], dags[0]?.nextRun]).toEqual([startsAt, startsAt]);
    expect(preview.slots[0]).toMatchObject(slot);
    expect(calendar.dags[0]?.due).toMatchObject([slot]);
    expect(why.sentence).toBe(
      'etl is due on Tue 10 Mar 2026, 11:00, in the future. It starts 5m 29s after its time (jitter_sec).',
    );
  });

  it('does not start when the DAG is suspended meanwhile', async () => {
    const moment = await beforeEleven(homeWith(spread()));
    const { engine } = moment;
    await untilPutOff(engine);

    await engine.client.call('dags.suspend', { fileName: 'etl', suspend: true });
    go(moment);

    const slots = await decided(engine, 'etl', 1);
    expect(slots.map(short)).toEqual(['11:00 start skipped suspended']);
    expect(await runsOf(engine)).toEqual([]);
  });

  it('does not start when the DAG is suspended at the time of the slot', async () => {
    const { engine } = await beforeEleven(homeWith(spread()), ({ client }) =>
      client.call('dags.suspend', { fileName: 'etl', suspend: true }),
    );

    const slots = await decided(engine, 'etl', 1);

    expect(slots.map(short)).toEqual(['11:00 start skipped suspended']);
  });

  it('does not start when the DAG is deleted meanwhile', async () => {
    const { engine } = await beforeEleven(homeWith(spread()));
    await untilPutOff(engine);

    await engine.client.call('dags.delete', { fileName: 'etl' });

    await eventually(async () => {
      const { dags } = await engine.client.call('schedule.calendar', {
        from: '2026-03-10T10:30:00Z',
        to: '2026-03-10T11:30:00Z',
      });
      return dags[0]?.slots.map(short).at(-1) === '11:00 start skipped deleted';
    }, 'the slot is skipped');
  });

  it('starts at the time that it was given, with the definition of then, when that is edited meanwhile', async () => {
    const moment = await beforeEleven(homeWith(spread()));
    const { engine } = moment;
    await untilPutOff(engine);

    const spec = 'schedule: "30 * * * *"\nsteps:\n  - name: new\n    command: "true"\n';
    await engine.client.call('dags.updateSpec', { fileName: 'etl', spec });
    const { nextRuns } = await engine.client.call('dags.get', { fileName: 'etl' });
    go(moment);

    const [slot] = await decided(engine, 'etl', 1);
    const { dagRun } = await engine.client.call('runs.get', {
      name: 'etl',
      dagRunId: slot?.dagRunId ?? '',
    });
    expect(nextRuns[0]).toBe(new Date(starts).toISOString());
    expect(slot).toMatchObject({ fate: 'ran', time: '2026-03-10T11:00:00.000Z' });
    expect(dagRun.nodes.map(({ step }) => step.name)).toEqual(['new']);
    expect(await runsOf(engine)).toHaveLength(1);
  });

  it('follows a rename of its DAG', async () => {
    const moment = await beforeEleven(homeWith(spread()));
    const { engine } = moment;
    await untilPutOff(engine);

    await engine.client.call('dags.rename', { fileName: 'etl', newFileName: 'load' });
    go(moment);

    const slots = await decided(engine, 'load', 1);
    expect(slots.map(short)).toEqual(['11:00 start ran on_time']);
  });

  it('is skipped as any other where a run of the DAG is active at its own time', async () => {
    const moment = await beforeEleven(homeWith(spread('', 'exec sleep 60')));
    const { engine } = moment;
    await untilPutOff(engine);

    await engine.client.call('dags.start', { fileName: 'etl', dagRunId: 'hand' });
    go(moment);

    const slots = await decided(engine, 'etl', 1);
    expect(slots).toMatchObject([{ fate: 'skipped', reason: 'overlap', dagRunId: 'hand' }]);
  });

  it('leaves starts by hand, stops and restarts where they are', async () => {
    const home = homeWith(
      `schedule: {stop: "0 * * * *", restart: "0 * * * *"}\njitter_sec: 300\nsteps:\n  - command: exec sleep 60\n`,
    );
    const { engine } = await beforeEleven(home, ({ client }) =>
      client.call('dags.start', { fileName: 'etl', dagRunId: 'hand' }),
    );

    const slots = await decided(engine, 'etl', 2);

    expect(slots.map(short)).toEqual(['11:00 stop ran on_time', '11:00 restart ran on_time']);
    expect((await runsOf(engine)).map(({ dagRunId }) => dagRunId)).toContain('hand');
  });
});

describe('a start that is put off while the engine is away', () => {
  it('runs once under the next engine, at its time', async () => {
    const home = homeWith(spread());
    const { engine, clock } = await beforeEleven(home);
    await untilPutOff(engine);
    await engine.stop();

    const next = await engineAt(home, clock.now() + MINUTE);
    const [waiting] = await slotsOf(next.engine, 'etl');
    go(next);
    const slots = await decided(next.engine, 'etl', 1);

    expect(waiting).toMatchObject({ fate: 'pending', reason: 'jitter' });
    expect(slots.map(short)).toEqual(['11:00 start ran on_time']);
    expect(await runsOf(next.engine)).toHaveLength(1);
  });

  it('runs where only its slot passed without an engine, and its time is still to come', async () => {
    const home = homeWith(spread());
    const { engine } = await justBefore(home, '2026-03-10T10:50:00Z');
    await engine.stop();

    const next = await engineAt(home, ELEVEN + 2 * MINUTE);
    const waiting = await untilPutOff(next.engine);
    go(next);
    const slots = await decided(next.engine, 'etl', 1);

    expect(waiting).toMatchObject({ fate: 'pending', reason: 'jitter' });
    expect(slots.map(short)).toEqual(['11:00 start ran on_time']);
  });

  it('runs where an engine comes less than a minute after its time', async () => {
    const home = homeWith(spread());
    const { engine } = await beforeEleven(home);
    await untilPutOff(engine);
    await engine.stop();

    const next = await engineAt(home, starts + MINUTE / 2);

    const slots = await decided(next.engine, 'etl', 1);
    expect(slots.map(short)).toEqual(['11:00 start ran late']);
  });

  it.each([
    ['before its slot', '2026-03-10T10:50:00Z'],
    ['between its slot and its time', '2026-03-10T11:00:00Z'],
  ])('is missed where the engine went %s and comes too late', async (_, left) => {
    const home = homeWith(spread());
    const { engine } = await justBefore(home, left);
    if (left.includes('T11')) await untilPutOff(engine);
    await engine.stop();

    const next = await engineAt(home, starts + 2 * MINUTE);

    const [slot] = await decided(next.engine, 'etl', 1);
    expect(slot).toMatchObject({ fate: 'missed', reason: 'engine_off' });
    expect(slot?.startsAt).toBe(new Date(starts).toISOString());
    expect(await runsOf(next.engine)).toEqual([]);
  });

  it('is caught up once, without another delay, where its DAG wants that', async () => {
    const home = homeWith(spread('catchup_window: 6h\n'));
    const { engine } = await beforeEleven(home);
    await untilPutOff(engine);
    await engine.stop();

    const next = await engineAt(home, starts + 5 * MINUTE);

    const slots = await decided(next.engine, 'etl', 1);
    expect(slots.map(short)).toEqual(['11:00 start ran caught_up']);
    expect(await runsOf(next.engine)).toMatchObject([{ triggerType: 'catchup' }]);
  });

  it('waits on where the clock is set back before its slot, and runs once', async () => {
    const moment = await beforeEleven(homeWith(spread()));
    const { engine, clock } = moment;
    await untilPutOff(engine);

    clock.set(-30 * MINUTE);
    engine.wake();
    const waiting = await slotsOf(engine, 'etl');
    go(moment, ELEVEN);
    go(moment);

    const slots = await decided(engine, 'etl', 1);
    expect(waiting.map(short)).toEqual(['11:00 start pending jitter']);
    expect(slots.map(short)).toEqual(['11:00 start ran on_time']);
    expect(await runsOf(engine)).toHaveLength(1);
  });
});
