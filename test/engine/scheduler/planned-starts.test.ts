import { describe, expect, it } from 'vitest';
import { anEngine, eventually, type TestEngine } from '../../support/engine.ts';
import { travelClock } from '../../support/travel-clock.ts';
import { queueOf, untilState } from '../queue/a-queue-engine.ts';
import { aHome, decided, HOUR, justBefore, type Home } from './stage.ts';

const MINUTE = 60_000;
const quick = (rest = ''): string => `${rest}steps:\n  - command: "true"\n`;

const homeWith = (definition: string, settings: Parameters<typeof aHome>[0] = {}): Home => {
  const home = aHome(settings);
  home.write('etl', definition);
  return home;
};

async function runOf({ client }: Pick<TestEngine, 'client'>, dagRunId = 'one', name = 'etl') {
  return (await client.call('runs.get', { name, dagRunId })).dagRun;
}

const plan = ({ client }: TestEngine, at: string, more = {}) =>
  client.call('dags.start', { fileName: 'etl', dagRunId: 'one', at, ...more });

const until = (engine: TestEngine, status: string) =>
  eventually(async () => (await runOf(engine)).statusLabel === status, `the run is ${status}`);

/** The engine that comes after another one, so much later. */
async function nextEngine({ config }: Home, before: { now: () => number }, laterMs: number) {
  const clock = travelClock(new Date(before.now() + laterMs).toISOString());
  return { engine: await anEngine({ config, clock }), clock };
}

describe('a start at a time', () => {
  it('is a queued run that shows its time, and starts then', async () => {
    const { engine, clock } = await justBefore(homeWith(quick()), '2026-03-10T11:00:00Z');

    const answer = await plan(engine, '18:00');
    const before = await runOf(engine);
    const queue = await queueOf(engine, 'etl');
    clock.set(7 * HOUR);
    engine.wake();
    await until(engine, 'succeeded');

    expect(answer).toEqual({ dagRunId: 'one', plannedAt: '2026-03-10T18:00:00.000Z' });
    expect(before).toMatchObject({
      statusLabel: 'queued',
      plannedAt: '2026-03-10T18:00:00.000Z',
      startedAt: '',
    });
    expect(queue?.queued).toMatchObject([
      { reason: 'starts on Tue 10 Mar 2026, 18:00', waitsForTime: true },
    ]);
    expect((await runOf(engine)).startedAt).toMatch(/^2026-03-10T18:00:0/);
  });

  it('is tomorrow where the time of the day has passed', async () => {
    const { engine } = await justBefore(homeWith(quick()), '2026-03-10T11:00:00Z');

    const { plannedAt } = await plan(engine, '10:30');

    expect(plannedAt).toBe('2026-03-11T10:30:00.000Z');
  });

  it('holds up neither the schedule of its DAG nor its queue', async () => {
    const home = homeWith(quick('schedule: "0 * * * *"\n'));
    const { engine } = await justBefore(home, '2026-03-10T11:00:00Z', async (engine) => {
      await plan(engine, '18:00');
    });

    const [slot] = await decided(engine, 'etl', 1);
    await engine.client.call('dags.enqueue', { fileName: 'etl', dagRunId: 'two' });

    expect(slot).toMatchObject({ fate: 'ran', reason: 'on_time' });
    await eventually(
      async () => (await runOf(engine, 'two')).statusLabel === 'succeeded',
      'what was queued after it has run',
    );
    expect((await runOf(engine)).statusLabel).toBe('queued');
  });

  it('starts although its queue is full, and when enqueued waits for room', async () => {
    const queues = { enabled: true, config: [{ name: 'one', maxConcurrency: 1 }] };
    const home = homeWith('queue: one\nsteps:\n  - command: exec sleep 60\n', { queues });
    const { engine, clock } = await justBefore(home, '2026-03-10T11:00:00Z');
    const { client } = engine;
    await client.call('dags.start', { fileName: 'etl', dagRunId: 'now' });
    await plan(engine, '18:00');
    await client.call('dags.enqueue', { fileName: 'etl', dagRunId: 'two', at: '18:00' });

    clock.set(7 * HOUR);
    engine.wake();

    await untilState(engine, 'one', 'now one|two');
  });

  it('survives the engine', async () => {
    const home = homeWith(quick());
    const { engine, clock } = await justBefore(home, '2026-03-10T11:00:00Z');
    await plan(engine, '18:00');
    await engine.stop();

    const next = await nextEngine(home, clock, HOUR);
    const before = await runOf(next.engine);
    next.clock.set(6 * HOUR);
    next.engine.wake();

    expect(before.statusLabel).toBe('queued');
    await until(next.engine, 'succeeded');
  });

  it('leaves its queue when it is dequeued, and when all runs of its DAG are stopped', async () => {
    const { engine } = await justBefore(homeWith(quick()), '2026-03-10T11:00:00Z');
    const { client } = engine;
    await plan(engine, '18:00');
    await client.call('dags.start', { fileName: 'etl', dagRunId: 'two', at: '18:00' });

    await client.call('runs.dequeue', { name: 'etl', dagRunId: 'one' });
    await client.call('dags.stopAll', { fileName: 'etl' });

    expect((await runOf(engine)).statusLabel).toBe('aborted');
    expect((await runOf(engine, 'two')).statusLabel).toBe('aborted');
  });

  it('cannot be moved in its queue, and says how to change the time', async () => {
    const { engine } = await justBefore(homeWith(quick()), '2026-03-10T11:00:00Z');
    await plan(engine, '18:00');
    const move = (name: string) =>
      engine.client.call('queues.move', { name, dagName: 'etl', dagRunId: 'one', position: 1 });

    await expect(move('etl')).rejects.toMatchObject({
      code: 'bad_request',
      message:
        'Run one of etl starts on Tue 10 Mar 2026, 18:00, so it cannot be moved in queue etl. To change the time, remove it from the queue and start the DAG with another `at`.',
    });
    await expect(move('other')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is refused for a time that has passed, with the field', async () => {
    const { engine } = await justBefore(homeWith(quick()), '2026-03-10T11:00:00Z');

    await expect(plan(engine, '2026-03-10T10:00')).rejects.toMatchObject({
      code: 'bad_request',
      message: 'The start time "2026-03-10T10:00" is in the past.',
    });
    await expect(plan(engine, 'soon')).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('waits again where the clock is set back before it', async () => {
    const { engine, clock } = await justBefore(homeWith(quick()), '2026-03-10T11:00:00Z');
    await plan(engine, '18:00');
    clock.set(6 * HOUR);
    engine.wake();
    clock.set(-2 * HOUR);
    engine.wake();

    expect((await runOf(engine)).statusLabel).toBe('queued');
    clock.set(3 * HOUR);
    engine.wake();

    await until(engine, 'succeeded');
  });
});

describe('a start whose time has passed', () => {
  it('fails with the reason where its DAG has no catchup_window', async () => {
    const home = homeWith(quick());
    const { engine, clock } = await justBefore(home, '2026-03-10T11:00:00Z');
    await plan(engine, '12:00');
    await engine.stop();

    const next = await nextEngine(home, clock, 2 * HOUR);
    await until(next.engine, 'failed');

    expect((await runOf(next.engine)).error).toMatch(
      /^It was to start on Tue 10 Mar 2026, 12:00\. Dagwright was not running from 10:59 to 12:59\. Its DAG has no catchup_window, so it does not start later\.$/,
    );
  });

  it('starts late within the catchup_window', async () => {
    const home = homeWith(quick('schedule: "0 0 1 1 *"\ncatchup_window: 6h\n'));
    const { engine, clock } = await justBefore(home, '2026-03-10T11:00:00Z');
    await plan(engine, '12:00');
    await engine.stop();

    const next = await nextEngine(home, clock, 2 * HOUR);

    await until(next.engine, 'succeeded');
  });

  it('starts when it is less than a minute late', async () => {
    const home = homeWith(quick());
    const { engine, clock } = await justBefore(home, '2026-03-10T11:00:00Z');
    await plan(engine, '11:01');
    await engine.stop();

    const next = await nextEngine(home, clock, MINUTE + 20_000);

    await until(next.engine, 'succeeded');
  });

  it('fails where the clock was moved over it', async () => {
    const { engine, clock } = await justBefore(homeWith(quick()), '2026-03-10T11:00:00Z');
    await plan(engine, '18:00');

    clock.set(9 * HOUR);
    engine.wake();
    await until(engine, 'failed');

    expect((await runOf(engine)).error).toContain('The clock was moved forward');
  });
});
