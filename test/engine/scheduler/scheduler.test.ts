import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Slot } from '../../../engine/contract/schedule.ts';
import { openDatabase } from '../../../engine/storage/database.ts';
import { schedulerMark } from '../../../engine/storage/schedule-marks.ts';
import { eventually } from '../../support/engine.ts';
import {
  aHome,
  atRest,
  beforeEleven,
  decided,
  endless,
  HOUR,
  hourly,
  short,
  slotsOf,
} from './stage.ts';

let home = aHome();
beforeEach(() => void (home = aHome()));

describe('a slot that is due', () => {
  it('starts a run, and names it', async () => {
    home.write('etl', hourly());
    const { engine } = await beforeEleven(home);

    const [slot] = await decided(engine, 'etl', 1);

    expect(slot).toMatchObject({
      fate: 'ran',
      reason: 'on_time',
      time: '2026-03-10T11:00:00.000Z',
    });
    const { dagRun } = await engine.client.call('runs.get', {
      name: 'etl',
      dagRunId: slot?.dagRunId ?? '',
    });
    expect(dagRun).toMatchObject({ triggerType: 'scheduler', name: 'etl' });
  });

  it('is decided for good: the next engine looks at what comes after it', async () => {
    home.write('etl', hourly());
    const { engine } = await beforeEleven(home);
    await decided(engine, 'etl', 1);
    await atRest(engine, 'etl');
    await engine.stop();

    const db = openDatabase(join(home.config.paths.dataDir, 'engine.db'));
    onTestFinished(() => void db.close());
    const { decidedUntil = 0 } = schedulerMark(db) ?? {};

    expect(decidedUntil).toBeGreaterThanOrEqual(Date.parse('2026-03-10T11:00:00Z'));
  });

  it('is one slot, whatever lines it stands in', async () => {
    home.write('etl', 'schedule: ["0 * * * *", "0 11 * * *"]\nsteps:\n  - command: "true"\n');
    const { engine } = await beforeEleven(home);

    expect((await decided(engine, 'etl', 1)).map(short)).toEqual(['11:00 start ran on_time']);
    const { dagRuns } = await engine.client.call('runs.list', { name: 'etl' });
    expect(dagRuns).toHaveLength(1);
  });

  it('is skipped while a run of the DAG is active, with the id of that run', async () => {
    home.write('etl', endless());
    const { engine } = await beforeEleven(home, ({ client }) =>
      client.call('dags.start', { fileName: 'etl', dagRunId: 'by-hand' }),
    );

    const [slot] = await decided(engine, 'etl', 1);

    expect(slot).toMatchObject({ fate: 'skipped', reason: 'overlap', dagRunId: 'by-hand' });
  });

  describe('of a definition that is empty at its minute', () => {
    const emptied = () =>
      beforeEleven(home, async ({ client }) => {
        home.write('etl', '');
        await eventually(async () => {
          const { dags } = await client.call('dags.list', {});
          return dags.some(({ errors }) => errors.length > 0);
        }, 'the file is seen to be empty');
      });
    const afterItsMinute = async ({ engine, clock }: Awaited<ReturnType<typeof emptied>>) => {
      await eventually(
        () => Promise.resolve(clock.now() > Date.parse('2026-03-10T11:00:00Z')),
        'its minute has begun',
      );
      engine.wake();
      await engine.client.call('system.health', {});
    };

    it('runs as soon as the definition is written', async () => {
      home.write('etl', hourly());
      const moment = await emptied();
      await afterItsMinute(moment);
      expect(await slotsOf(moment.engine, 'etl')).toEqual([]);

      home.write('etl', hourly());

      const [slot] = await decided(moment.engine, 'etl', 1);
      expect(short(slot as Slot)).toMatch(/^11:00 start ran/);
    });

    it('is skipped as invalid when nobody writes it', async () => {
      home.write('etl', hourly());
      const moment = await emptied();
      await afterItsMinute(moment);
      moment.clock.hold(11_000);
      moment.engine.wake();

      const [slot] = await decided(moment.engine, 'etl', 1);
      expect(short(slot as Slot)).toBe('11:00 start skipped invalid');
    });
  });

  it('is skipped for a suspended DAG', async () => {
    home.write('etl', hourly());
    const { engine } = await beforeEleven(home, ({ client }) =>
      client.call('dags.suspend', { fileName: 'etl', suspend: true }),
    );

    expect((await decided(engine, 'etl', 1)).map(short)).toEqual(['11:00 start skipped suspended']);
  });

  it('is skipped for a definition with errors, in its words', async () => {
    home.write('etl', 'schedule: "0 * * * *"\nsteps:\n  - command: "true"\n    nonsense: 1\n');
    const { engine } = await beforeEleven(home);

    const [slot] = await decided(engine, 'etl', 1);

    expect(slot).toMatchObject({ fate: 'skipped', reason: 'invalid' });
    expect(slot?.detail).toMatch(/nonsense.*[^.]\.$/s);
  });

  it('has failed when its run is refused, in the words of the refusal', async () => {
    home.write('etl', hourly('env:\n  - A: "`exit 3`"\n'));
    const { engine } = await beforeEleven(home);

    const [slot] = await decided(engine, 'etl', 1);

    expect(slot).toMatchObject({ fate: 'failed', reason: 'refused', dagRunId: '' });
    expect(slot?.detail).toMatch(/^The run was refused: .*exit.*[^.]\.$/s);
  });

  it('counts from when a definition is added or edited, at once', async () => {
    const { engine } = await beforeEleven(home, ({ client }) =>
      client.call('dags.create', { name: 'etl', spec: hourly() }),
    );

    expect((await decided(engine, 'etl', 1)).map(short)).toEqual(['11:00 start ran on_time']);
  });

  it('is not there any more when its line was taken out', async () => {
    home.write('etl', hourly());
    home.write('other', hourly());
    const { engine } = await beforeEleven(home, ({ client }) =>
      client.call('dags.updateSpec', {
        fileName: 'etl',
        spec: 'steps:\n  - command: "true"\n',
      }),
    );

    await decided(engine, 'other', 1);
    expect(await slotsOf(engine, 'etl')).toEqual([]);
  });

  it('goes on under a new file name', async () => {
    home.write('etl', hourly());
    const { engine } = await beforeEleven(home, ({ client }) =>
      client.call('dags.rename', { fileName: 'etl', newFileName: 'elt' }),
    );

    expect((await decided(engine, 'elt', 1)).map(short)).toEqual(['11:00 start ran on_time']);
  });

  it('that is due while its DAG gets a new file name runs under the new one', async () => {
    home.write('etl', hourly());
    const { engine, clock } = await beforeEleven(home);
    await decided(engine, 'etl', 1);
    await atRest(engine, 'etl');

    clock.set(HOUR);
    await engine.client.call('dags.rename', { fileName: 'etl', newFileName: 'elt' });
    engine.wake();

    expect((await decided(engine, 'elt', 2)).map(short)).toEqual([
      '11:00 start ran on_time',
      '12:00 start ran on_time',
    ]);
    // Nothing is left to a new one of its old name.
    await engine.client.call('dags.create', { name: 'etl', spec: 'steps: [echo]\n' });
    expect(await slotsOf(engine, 'etl')).toEqual([]);
  });

  it('names its run still when the DAG has got a new file name', async () => {
    home.write('etl', hourly());
    const { engine } = await beforeEleven(home);
    await decided(engine, 'etl', 1);
    await atRest(engine, 'etl');

    await engine.client.call('dags.rename', { fileName: 'etl', newFileName: 'elt' });

    const [slot] = await slotsOf(engine, 'elt');
    expect(slot).toMatchObject({ name: 'elt', fate: 'ran', runStatus: 'succeeded' });
  });
});

describe('skip_if_successful', () => {
  const careful = hourly('skip_if_successful: true\n');

  it('runs again at the next slot, although the run of the slot before succeeded', async () => {
    home.write('etl', careful);
    const { engine, clock } = await beforeEleven(home);
    await decided(engine, 'etl', 1);
    await atRest(engine, 'etl');
    clock.set(HOUR);
    engine.wake();

    expect((await decided(engine, 'etl', 2)).map(short)).toEqual([
      '11:00 start ran on_time',
      '12:00 start ran on_time',
    ]);
  });

  it('skips when somebody has run it since the slot before', async () => {
    home.write('etl', careful);
    const { engine, clock } = await beforeEleven(home);
    await decided(engine, 'etl', 1);
    await engine.client.call('dags.startSync', { fileName: 'etl', dagRunId: 'hand', timeout: 30 });
    clock.set(HOUR);
    engine.wake();

    const [, second] = await decided(engine, 'etl', 2);

    expect(second).toMatchObject({ reason: 'already_succeeded', dagRunId: 'hand' });
  });

  it('runs although another DAG, or a definition of a request, has succeeded under the same name', async () => {
    home.write('etl', careful);
    home.write('other', 'steps:\n  - command: "true"\n');
    const { engine, clock } = await beforeEleven(home);
    await decided(engine, 'etl', 1);
    await atRest(engine, 'etl');
    await engine.client.call('dags.startSync', { fileName: 'other', dagName: 'etl', timeout: 30 });
    await engine.client.call('runs.start', { spec: 'steps:\n  - command: "true"', name: 'etl' });
    await atRest(engine, 'etl');
    clock.set(HOUR);
    engine.wake();

    expect((await decided(engine, 'etl', 2)).map(short)).toContain('12:00 start ran on_time');
  });
});

describe('stop and restart schedules', () => {
  it('stop the run that is running', async () => {
    home.write(
      'etl',
      'schedule: { stop: "0 * * * *" }\nsteps:\n  - name: one\n    command: sleep 60\n',
    );
    const { engine } = await beforeEleven(home, ({ client }) =>
      client.call('dags.start', { fileName: 'etl', dagRunId: 'long' }),
    );

    const [slot] = await decided(engine, 'etl', 1);

    expect(slot).toMatchObject({ kind: 'stop', fate: 'ran', dagRunId: 'long' });
    await eventually(async () => {
      const { dagRun } = await engine.client.call('runs.get', { name: 'etl', dagRunId: 'long' });
      return dagRun.statusLabel === 'aborted';
    }, 'the run is aborted');
  });

  it('stop all runs that run, whatever ended or was queued after them', async () => {
    const definition =
      'schedule: { stop: "0 * * * *" }\nparams:\n  - FOR: "60"\nsteps:\n  - name: one\n    command: sleep "$FOR"\n';
    home.write('etl', definition);
    const { engine } = await beforeEleven(home, async ({ client }) => {
      await client.call('dags.start', { fileName: 'etl', dagRunId: 'first' });
      await client.call('dags.start', { fileName: 'etl', dagRunId: 'second' });
      await client.call('dags.startSync', {
        fileName: 'etl',
        dagRunId: 'ended',
        params: '{"FOR":"0"}',
        timeout: 60,
      });
      await client.call('dags.enqueue', { fileName: 'etl', dagRunId: 'queued' });
    });

    const [slot] = await decided(engine, 'etl', 1);

    expect(slot).toMatchObject({ fate: 'ran', dagRunId: 'second' });
    expect(slot?.detail).toContain('2 runs were stopped');
    await eventually(async () => {
      const { dagRuns } = await engine.client.call('runs.list', { name: 'etl' });
      const labels = new Map(dagRuns.map((run) => [run.dagRunId, run.statusLabel]));
      return labels.get('first') === 'aborted' && labels.get('second') === 'aborted';
    }, 'both are aborted');
  });

  it('are told apart from a start of the same minute', async () => {
    const both = 'schedule: { start: "0 * * * *", stop: "0 * * * *" }\n';
    home.write('etl', `${both}steps:\n  - command: "true"\n`);
    const { engine } = await beforeEleven(home);
    const [{ time } = { time: '' }] = await decided(engine, 'etl', 2);

    const why = async (kind?: 'stop') =>
      (await engine.client.call('dags.why', { fileName: 'etl', time, kind })).sentence;

    expect(await why()).toContain('etl was due to start on');
    expect(await why('stop')).toContain('etl was due to be stopped on');
  });

  it('say that there was nothing to stop', async () => {
    home.write('etl', 'schedule: { stop: "0 * * * *" }\nsteps:\n  - command: "true"\n');
    const { engine } = await beforeEleven(home);

    expect((await decided(engine, 'etl', 1)).map(short)).toEqual([
      '11:00 stop skipped not_running',
    ]);
  });

  const restarted =
    'schedule: { restart: "0 * * * *" }\nrestart_wait_sec: 1\nparams:\n  - WHO: nobody\n  - PAGER: less\nsteps:\n  - name: one\n    command: sleep 60\n';

  it('stop the run, wait, and start another with the same parameters', async () => {
    home.write('etl', restarted);
    const { engine } = await beforeEleven(home, ({ client }) =>
      client.call('dags.start', {
        fileName: 'etl',
        dagRunId: 'first',
        params: 'WHO=ann',
      }),
    );

    const [slot] = await decided(engine, 'etl', 1);

    expect(slot).toMatchObject({ kind: 'restart', fate: 'ran' });
    const { dagRun: first } = await engine.client.call('runs.get', {
      name: 'etl',
      dagRunId: 'first',
    });
    const { dagRun: second } = await engine.client.call('runs.get', {
      name: 'etl',
      dagRunId: slot?.dagRunId ?? '',
    });
    expect([first.statusLabel, second.statusLabel]).toEqual(['aborted', 'running']);
    expect(JSON.parse(second.params)).toEqual({ WHO: 'ann' });
    // Timers and clocks round each in their own way.
    const pause = Date.parse(second.startedAt) - Date.parse(first.finishedAt);
    expect(pause).toBeGreaterThanOrEqual(990);
  });

  it('restart with the parameters of what runs, not of what ended or was queued after it', async () => {
    home.write(
      'etl',
      'schedule: { restart: "0 * * * *" }\nparams:\n  - FOR: "60"\nsteps:\n  - name: one\n    command: sleep "$FOR"\n',
    );
    const { engine } = await beforeEleven(home, async ({ client }) => {
      const start = { fileName: 'etl' };
      const ended = { ...start, timeout: 60, dagRunId: 'ended' };
      await client.call('dags.start', { ...start, dagRunId: 'long', params: '{"FOR":"61"}' });
      await client.call('dags.startSync', { ...ended, params: '{"FOR":"0"}' });
      await client.call('dags.enqueue', { ...start, dagRunId: 'queued', params: '{"FOR":"62"}' });
    });

    const [slot] = await decided(engine, 'etl', 1);

    const { dagRun } = await engine.client.call('runs.get', {
      name: 'etl',
      dagRunId: slot?.dagRunId ?? '',
    });
    expect(JSON.parse(dagRun.params)).toEqual({ FOR: '61' });
  });

  it('start a DAG that never ran', async () => {
    home.write('etl', restarted);
    const { engine } = await beforeEleven(home);

    expect((await decided(engine, 'etl', 1)).map(short)).toEqual(['11:00 restart ran on_time']);
  });

  it('are carried out before a start of the same moment', async () => {
    home.write(
      'etl',
      'schedule: { start: "0 * * * *", stop: "0 * * * *" }\nmax_clean_up_time_sec: 3\nsteps:\n  - name: one\n    command: trap "" TERM; while sleep 0.1; do :; done\n',
    );
    const { engine } = await beforeEleven(home, ({ client }) =>
      client.call('dags.start', { fileName: 'etl', dagRunId: 'long' }),
    );

    const slots = await decided(engine, 'etl', 2);

    expect(slots.map(short).toSorted()).toEqual([
      '11:00 start skipped overlap',
      '11:00 stop ran on_time',
    ]);
  });
});
