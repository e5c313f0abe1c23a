import { describe, expect, it } from 'vitest';
import { anEngine } from '../../support/engine.ts';

const berlin = { timezone: 'Europe/Berlin' };

describe('the preview of schedule lines', () => {
  it('says when each is due, in its own zone, and in which order things are done', async () => {
    const { client } = await anEngine();

    const preview = await client.call('schedule.preview', {
      start: ['0 5 * * *'],
      stop: ['CRON_TZ=Asia/Tokyo 0 13 * * *'],
      restart: ['0 5 1 * *'],
      ...berlin,
      from: '2026-01-31T05:00:00Z',
      count: 3,
    });

    expect(preview).toEqual({
      timezone: 'Europe/Berlin',
      slots: [
        {
          kind: 'stop',
          time: '2026-02-01T04:00:00.000Z',
          startsAt: '2026-02-01T04:00:00.000Z',
          local: '2026-02-01 13:00',
          timezone: 'Asia/Tokyo',
          offset: '+09:00',
          expression: 'CRON_TZ=Asia/Tokyo 0 13 * * *',
          rule: 'none',
          note: '',
        },
        expect.objectContaining({
          kind: 'restart',
          time: '2026-02-01T04:00:00.000Z',
          local: '2026-02-01 05:00',
          offset: '+01:00',
        }),
        expect.objectContaining({ kind: 'start', time: '2026-02-01T04:00:00.000Z' }),
      ],
      hasMore: true,
    });
  });

  it.each([
    [
      '30 2 * * *',
      '2026-03-29T00:00Z',
      'gap',
      '02:30 does not exist on 29 March 2026 in Europe/Berlin; the slot is due at 03:00, the first moment after the gap.',
    ],
    [
      '30 2 * * *',
      '2026-10-24T12:00Z',
      'overlap',
      '02:30 occurs twice on 25 October 2026 in Europe/Berlin; the slot is due the first time only.',
    ],
    [
      '30 * * * *',
      '2026-10-25T00:00Z',
      'elapsed',
      '02:30 occurs twice on 25 October 2026 in Europe/Berlin; an hourly schedule is due both times.',
    ],
    [
      '30 * * * *',
      '2026-03-29T01:00Z',
      'elapsed',
      '02:30 does not exist on 29 March 2026 in Europe/Berlin; an hourly schedule skips it.',
    ],
    [
      'CRON_TZ=Pacific/Apia 0 12 * * *',
      '2011-12-30T00:00Z',
      'gap',
      '12:00 does not exist on 30 December 2011 in Pacific/Apia; the slot is due at 00:00 on 31 December 2011, the first moment after the gap.',
    ],
  ])('names the rule where it acted: %s after %s', async (line, from, rule, note) => {
    const { client } = await anEngine();

    const asked = { start: [line], ...berlin, from, count: 1 };
    const { slots } = await client.call('schedule.preview', asked);

    expect(slots).toMatchObject([{ rule, note }]);
  });

  it('ends with `to`, and says whether more follow before it', async () => {
    const { client } = await anEngine();
    const asked = { start: ['0 * * * *'], ...berlin, from: 0, to: 10_800 };
    const ask = async (count: number) => {
      const { slots, hasMore } = await client.call('schedule.preview', { ...asked, count });
      return [slots.length, hasMore];
    };

    expect(await ask(2)).toEqual([2, true]);
    expect(await ask(3)).toEqual([3, false]);
    expect(await ask(9)).toEqual([3, false]);
  });

  it.each([
    [{ stop: ['0 3 * * *', '5 4'] }, /^stop: `5 4` has 2 fields/],
    [{ start: ['0 0 30 2 *'] }, /^start: `0 0 30 2 \*` never fires$/],
    [{ timezone: 'Mars/Olympus' }, /^timezone: unknown time zone `Mars\/Olympus`$/],
    [{ from: '1899-12-31T00:00Z' }, /^from: must be between 1900 and 2999$/],
    [{ from: '9999-12-31T00:00Z' }, /^from: must be between 1900 and 2999$/],
    [{ from: 10, to: 0 }, /^to: must not be before `from`$/],
    [{ from: 0, to: 2_000_000_000 }, /^to: must be at most 30 years after `from`$/],
  ])('refuses %j', async (input, message) => {
    const { client } = await anEngine();

    await expect(client.call('schedule.preview', input)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringMatching(message),
    });
  });
});

describe('the calendar', () => {
  it('counts nothing of a suspended DAG as due, however often it would run', async () => {
    const { client } = await anEngine();
    const spec = 'schedule: "* * * * *"\nsteps: [echo]\n';
    await client.call('dags.create', { name: 'often', spec });
    await client.call('dags.create', { name: 'daily', spec: spec.replace('* *', '0 3') });
    // Not on a minute: two days hold as many of them, whenever this runs.
    const from = Math.floor(Date.now() / 60_000) * 60 + 86_401;
    const ask = async () =>
      (await client.call('schedule.calendar', { from, to: from + 2 * 86_400 })).dags;
    const dueOf = (dags: Awaited<ReturnType<typeof ask>>) =>
      dags.map(({ name, days }) => [name, days.reduce((sum, { due }) => sum + due, 0)]);
    const before = dueOf(await ask());

    for (const fileName of ['often', 'daily'])
      await client.call('dags.suspend', { fileName, suspend: true });
    const dags = await ask();

    expect(before).toEqual([
      ['daily', 0],
      ['often', 2 * 1440],
    ]);
    expect(dueOf(dags)).toEqual([
      ['daily', 0],
      ['often', 0],
    ]);
    expect(dags.map(({ suspended, due }) => [suspended, due.length])).toEqual([
      [true, 2],
      [true, 0],
    ]);
  });
});

describe('the preview of a DAG', () => {
  it('is that of its lines, although it is suspended', async () => {
    const { client, config } = await anEngine();
    const spec = 'schedule: {start: "0 3 * * *", stop: "0 4 * * *"}\nsteps: [echo]\n';
    await client.call('dags.create', { name: 'daily', spec });
    await client.call('dags.suspend', { fileName: 'daily', suspend: true });
    const asked = { fileName: 'daily', from: '2026-01-01T12:00Z', to: '2026-01-02T23:00Z' };

    const { slots, timezone, hasMore } = await client.call('dags.schedulePreview', asked);

    expect(timezone).toBe(config.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(slots.map(({ kind, local }) => [kind, local])).toEqual([
      ['start', '2026-01-02 03:00'],
      ['stop', '2026-01-02 04:00'],
    ]);
    expect(hasMore).toBe(false);
  });

  it('is asked of a DAG that exists', async () => {
    const { client } = await anEngine();

    await expect(client.call('dags.schedulePreview', { fileName: 'nobody' })).rejects.toMatchObject(
      { code: 'not_found' },
    );
  });
});
