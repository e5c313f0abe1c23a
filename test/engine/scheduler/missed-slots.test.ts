import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Slot } from '../../../engine/contract/schedule.ts';
import { anEngine, eventually, type TestEngine } from '../../support/engine.ts';
import { travelClock } from '../../support/travel-clock.ts';
import {
  aHome,
  atRest,
  beforeEleven,
  decided,
  endless,
  HOUR,
  hourly,
  justBefore,
  short,
  slotsOf,
} from './stage.ts';

let home = aHome();
beforeEach(() => {
  home = aHome();
});

describe('slots that nobody could act on', () => {
  /** An engine that sees 11:00 and is away from then until some time after. */
  async function away(ms: number, { ended = true } = {}): Promise<TestEngine> {
    const { engine } = await beforeEleven(home);
    for (const { fileName } of (await engine.client.call('dags.list', {})).dags)
      await decided(engine, fileName, 1);
    if (ended) await atRest(engine, 'etl');
    await engine.stop();
    const later = new Date(Date.parse('2026-03-10T11:00:01Z') + ms).toISOString();
    return anEngine({ config: home.config, clock: travelClock(later) });
  }

  it('are missed while no engine runs, and say from when to when', async () => {
    home.write('etl', hourly());
    const engine = await away(2.5 * HOUR);

    const slots = await decided(engine, 'etl', 3);

    expect(slots.map(short)).toEqual([
      '11:00 start ran on_time',
      '12:00 start missed engine_off',
      '13:00 start missed engine_off',
    ]);
    expect(slots[1]?.detail).toMatch(/^Dagwright was not running from 11:00 to 13:30\. This DAG/);
    expect(slots[1]?.detail).toContain('no catchup_window');
  });

  it('are missed while the machine sleeps', async () => {
    home.write('etl', hourly());
    const { engine, clock } = await beforeEleven(home);
    await decided(engine, 'etl', 1);
    clock.sleep(1.5 * HOUR);
    engine.wake();

    expect((await decided(engine, 'etl', 2)).map(short)[1]).toBe('12:00 start missed asleep');
  });

  it('are missed while the machine sleeps, also when the engine is stopped right after it', async () => {
    home.write('etl', hourly());
    const { engine, clock } = await beforeEleven(home);
    await decided(engine, 'etl', 1);
    await atRest(engine, 'etl');
    clock.sleep(1.5 * HOUR);
    await engine.stop();
    const soon = new Date(clock.now() + 60_000).toISOString();
    const later = await anEngine({ config: home.config, clock: travelClock(soon) });

    expect((await decided(later, 'etl', 2)).map(short)[1]).toBe('12:00 start missed asleep');
  });

  it('are missed when the clock is set forward, which is no sleep', async () => {
    home.write('etl', hourly());
    const { engine, clock } = await beforeEleven(home);
    await decided(engine, 'etl', 1);
    clock.set(1.5 * HOUR);
    engine.wake();

    expect((await decided(engine, 'etl', 2)).map(short)[1]).toBe(
      '12:00 start missed clock_forward',
    );
  });

  it('are missed, with the cause, when the engine was stopped and went on', async () => {
    home.write('etl', hourly());
    const { engine, clock } = await beforeEleven(home);
    await decided(engine, 'etl', 1);
    clock.hold(90 * 60_000);
    engine.wake();

    const [, missed] = await decided(engine, 'etl', 2);

    expect(short(missed as Slot)).toBe('12:00 start missed engine_held');
    expect(missed?.detail).toContain('Dagwright was suspended');
    const time = { time: '2026-03-10T12:00:00Z' };
    const { evidence } = await engine.client.call('dags.why', { fileName: 'etl', ...time });
    expect(evidence.map(({ text }) => text)).toContain('engine resumed');
  });

  it('never fire twice when the clock is set back, and come again when they were missed', async () => {
    home.write('etl', hourly());
    const { engine, clock } = await beforeEleven(home);
    await decided(engine, 'etl', 1);
    clock.set(1.5 * HOUR);
    engine.wake();
    await decided(engine, 'etl', 2);
    clock.set(-1.5 * HOUR - 10_000);
    engine.wake();
    expect((await slotsOf(engine, 'etl')).map(short)).toEqual(['11:00 start ran on_time']);
    clock.set(HOUR + 9000);
    engine.wake();

    expect((await decided(engine, 'etl', 2)).map(short)).toEqual([
      '11:00 start ran on_time',
      '12:00 start ran on_time',
    ]);
    const { dagRuns } = await engine.client.call('runs.list', { name: 'etl' });
    expect(dagRuns).toHaveLength(2);
  });

  it('are caught up in order, one at a time, through the queue', async () => {
    home.write('etl', hourly('catchup_window: 3h\noverlap_policy: all\n'));
    const { engine } = await beforeEleven(home);
    await decided(engine, 'etl', 1);
    await atRest(engine, 'etl');
    await engine.stop();
    const clock = travelClock('2026-03-10T13:30:10.000Z');
    const later = await anEngine({ config: home.config, clock });
    const halfway = [
      '13:00 start pending to_catch_up',
      '12:00 start ran caught_up',
      '11:00 start ran on_time',
    ];
    await eventually(async () => {
      const slots = await slotsOf(later, 'etl');
      return slots.map(short).join() === halfway.join();
    }, 'the first one is caught up');
    await atRest(later, 'etl');
    clock.set(49_000);
    later.wake();

    const slots = await decided(later, 'etl', 3);

    expect(slots.map(short)[2]).toBe('13:00 start ran caught_up');
    const { dagRuns } = await later.client.call('runs.list', { name: 'etl' });
    expect(dagRuns.map(({ triggerType, queuedAt }) => [triggerType, queuedAt !== ''])).toEqual([
      ['catchup', true],
      ['catchup', true],
      ['scheduler', false],
    ]);
  });

  it.each(['skip', 'all', 'latest'])(
    'follow the slot that is due in the same minute, with overlap_policy %s',
    async (policy) => {
      const minutely = `catchup_window: 3h\noverlap_policy: ${policy}\n`;
      home.write('etl', hourly(minutely).replace('0 * * * *', '*/30 * * * *'));
      const { engine } = await beforeEleven(home);
      await decided(engine, 'etl', 1);
      await atRest(engine, 'etl');
      await engine.stop();
      // 11:30 was missed, and 12:00 is due as it is found.
      const clock = travelClock('2026-03-10T12:00:00.000Z');
      const later = await anEngine({ config: home.config, clock });

      expect((await decided(later, 'etl', 3)).map(short).slice(1)).toEqual([
        '11:30 start ran caught_up',
        expect.stringMatching(/^12:00 start ran/),
      ]);
      await atRest(later, 'etl');
      const { dagRuns } = await later.client.call('runs.list', { name: 'etl' });
      expect(dagRuns.map(({ triggerType }) => triggerType)).toEqual([
        'catchup',
        'scheduler',
        'scheduler',
      ]);
    },
  );

  it('give way to the newest with overlap_policy latest', async () => {
    home.write('etl', hourly('catchup_window: 6h\noverlap_policy: latest\n'));
    const engine = await away(3.5 * HOUR);

    expect((await decided(engine, 'etl', 4)).map(short).slice(1)).toEqual([
      '12:00 start skipped superseded',
      '13:00 start skipped superseded',
      '14:00 start ran caught_up',
    ]);
  });

  it('are dropped with overlap_policy skip while a run is active', async () => {
    home.write('etl', endless('catchup_window: 6h\n'));
    const engine = await away(2.5 * HOUR, { ended: false });

    const slots = await decided(engine, 'etl', 2);

    expect(short(slots[1] as Slot)).toBe('12:00 start skipped overlap');
    expect(slots[1]?.dagRunId).toBe(slots[0]?.dagRunId);
  });

  describe('with skip_if_successful', () => {
    const careful = hourly('catchup_window: 6h\noverlap_policy: all\nskip_if_successful: true\n');

    it('are not caught up when somebody has run the DAG since the slot before', async () => {
      home.write('etl', careful);
      const { engine } = await beforeEleven(home);
      await decided(engine, 'etl', 1);
      await atRest(engine, 'etl');
      await engine.stop();
      const noon = { config: home.config, clock: travelClock('2026-03-10T12:10:00Z') };
      const command = await anEngine({ ...noon, isService: false });
      await command.client.call('dags.startSync', {
        fileName: 'etl',
        dagRunId: 'hand',
        timeout: 30,
      });
      await command.stop();
      const clock = travelClock('2026-03-10T12:30:10Z');
      const later = await anEngine({ config: home.config, clock });

      const [, missed] = await decided(later, 'etl', 2);

      expect(missed).toMatchObject({
        fate: 'skipped',
        reason: 'already_succeeded',
        dagRunId: 'hand',
      });
    });

    it('are all caught up, although the runs of those before them begin late and succeed', async () => {
      home.write('etl', careful);
      const { engine } = await beforeEleven(home);
      await decided(engine, 'etl', 1);
      await atRest(engine, 'etl');
      await engine.stop();
      const clock = travelClock('2026-03-10T14:30:10Z');
      const later = await anEngine({ config: home.config, clock });
      for (const count of [2, 3, 4]) {
        await decided(later, 'etl', count);
        await atRest(later, 'etl');
        clock.set(60_000);
        later.wake();
      }

      expect((await decided(later, 'etl', 4)).map(short).slice(1)).toEqual([
        '12:00 start ran caught_up',
        '13:00 start ran caught_up',
        '14:00 start ran caught_up',
      ]);
    });
  });

  it('are missed when they are older than the window', async () => {
    home.write('etl', hourly('catchup_window: 90m\n'));
    const engine = await away(2.5 * HOUR);

    const slots = await decided(engine, 'etl', 3);

    expect(slots.map(short).slice(1)).toEqual([
      '12:00 start missed engine_off',
      '13:00 start ran caught_up',
    ]);
    expect(slots[1]?.detail).toContain('longer ago than its catchup_window');
  });

  it('are none for a DAG that came while no engine ran', async () => {
    home.write('etl', hourly());
    const { engine } = await beforeEleven(home);
    await decided(engine, 'etl', 1);
    await engine.stop();
    home.write('new', hourly('catchup_window: 6h\n'));
    const { engine: later } = await justBefore(home, '2026-03-10T14:00:00Z');

    expect((await decided(later, 'new', 1)).map(short)).toEqual(['14:00 start ran on_time']);
  });

  it('follow the rename of their DAG, and leave nothing to a new one of its old name', async () => {
    const spec = hourly('catchup_window: 6h\noverlap_policy: all\n');
    home.write('etl', spec);
    const { engine } = await beforeEleven(home);
    await decided(engine, 'etl', 1);
    await atRest(engine, 'etl');
    await engine.stop();
    const clock = travelClock('2026-03-10T13:30:10.000Z');
    const later = await anEngine({ config: home.config, clock });
    await decided(later, 'etl', 2);
    await atRest(later, 'etl');
    await later.client.call('dags.rename', { fileName: 'etl', newFileName: 'elt' });
    await later.client.call('dags.create', { name: 'etl', spec });
    clock.set(49_000);
    later.wake();

    const slots = await decided(later, 'elt', 3);
    await atRest(later, 'elt');

    expect(short(slots[2] as Slot)).toBe('13:00 start ran caught_up');
    const { dagRuns } = await later.client.call('runs.list', { name: 'etl' });
    expect(dagRuns).toEqual([]);
  });

  it('are skipped as deleted when their DAG is gone before its turn', async () => {
    home.write('etl', hourly('catchup_window: 6h\noverlap_policy: all\n'));
    const engine = await away(2.5 * HOUR);
    await eventually(async () => {
      const slots = await slotsOf(engine, 'etl');
      return slots.some(({ fate }) => fate === 'pending');
    }, 'one waits to be caught up');
    rmSync(join(home.config.paths.dagsDir, 'etl.yaml'));
    await eventually(async () => {
      const { dags } = await engine.client.call('dags.list', {});
      return dags.length === 0;
    }, 'the DAG is gone');
    const from = Date.parse('2026-03-10T00:00:00Z') / 1000;

    await eventually(async () => {
      const { dags } = await engine.client.call('schedule.calendar', { from, to: from + 86_400 });
      return dags[0]?.slots.map(short).at(-1) === '13:00 start skipped deleted';
    }, 'its last slot is skipped');
  });
});
