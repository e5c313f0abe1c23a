import { describe, expect, it } from 'vitest';
import type { Slot } from '#contract/schedule.ts';
import { eventually, rendererPage } from './support/renderer-page.ts';
import { aRun } from './support/run-fixtures.ts';
import { anEmptyScene, aScene } from './support/scene.ts';

const open = rendererPage();
/** 09:42 on a Thursday in Berlin. */
const now = Date.parse('2026-11-19T08:42:00Z');
const openSchedule = (path = '/schedule?day=2026-11-16', width = 1280) =>
  open({ state: aScene(now), path, now, width });

describe('the calendar', () => {
  it('says why a slot was missed, and runs it on request', async () => {
    const { page, engine } = await openSchedule();

    await page
      .getByRole('button', { name: 'orders-nightly, Wed 18 November 02:30, Missed' })
      .click();
    const card = page.getByRole('dialog', { name: 'orders-nightly, Wed 18 November 02:30' });
    await card.getByText('computer woke up').waitFor();
    expect(await card.innerText()).toContain('The computer was asleep from 01:12 to 06:48');
    expect(await card.innerText()).toContain('01:12:09');
    await card.getByRole('button', { name: 'Run for this slot' }).click();

    await page.waitForURL(/\/runs\/orders-nightly\/started-/);
    const start = engine.state.calls.find((call) => call.name === 'dags.start');
    expect(start?.input['fileName']).toBe('orders-nightly');
  });

  it('leads from a missed slot to the catch-up window, which is not saved for one', async () => {
    const { page, engine } = await openSchedule();
    engine.state.specs.set('orders-nightly', `schedule: "30 2 * * *"\n\nsteps:\n  - run.sh\n`);
    await page.getByRole('button', { name: /^orders-nightly, Wed.*Missed/ }).click();
    await page.getByRole('button', { name: 'Set a catch-up window…' }).click();

    const editor = page.getByRole('textbox', { name: 'Definition' });
    await editor.getByText('catchup_window: 6h').waitFor();
    await page.getByText('orders-nightly.yaml, edited').waitFor();
    await page.waitForURL(/\/dags\/orders-nightly$/);
    await eventually(() => editor.evaluate((one) => one.contains(document.activeElement)));
    await page.keyboard.type('1');
    await editor.getByText('catchup_window: 16h').waitFor();
    expect(engine.state.calls.some(({ name }) => name === 'dags.updateSpec')).toBe(false);
  });

  it('says why a run could not be started', async () => {
    const { page, engine } = await openSchedule();
    engine.state.refusals.set('dags.start', 'The disk is full.');

    await page.getByRole('button', { name: /^orders-nightly, Wed.*Missed/ }).click();
    await page.getByRole('button', { name: 'Run for this slot' }).click();

    await page.getByRole('dialog').getByText('The disk is full.').waitFor();
  });

  it('names the rule where a change of the clock moves a slot', async () => {
    const { page } = await openSchedule('/schedule?day=2027-03-28');

    await page.getByRole('button', { name: /^orders-nightly, Sun 28 March 03:00, Due/ }).click();

    await page
      .getByRole('dialog')
      .getByText(/02:30 does not exist on this day/)
      .waitFor();
  });

  it('names its days, its zone and what became of the slots', async () => {
    const { page } = await openSchedule();
    await page.getByText('16 – 22 November 2026, week 47').waitFor();

    const counts = page.getByRole('group', { name: 'Slots on these days' });
    await counts.getByText('30 missed').waitFor();
    expect(await page.getByTitle('Times in Europe/Berlin').innerText()).toBe('Berlin');
    expect(await page.locator('.downtime').innerText()).toBe('asleep until 06:48');
    const lane = page.getByRole('region', { name: 'api-health' });
    expect(await lane.getByRole('link').allInnerTexts()).toContain('73 ran\n23 missed');
  });

  it('is asked for the days of the engine’s zone, wherever the window stands', async () => {
    const state = aScene(now);
    const { page, engine } = await open({
      state: {
        ...state,
        calendar: (from, to) => ({ ...state.calendar(from, to), timezone: 'Asia/Tokyo' }),
      },
      path: '/schedule?day=2026-11-16',
      now,
    });
    await page.getByTitle('Times in Asia/Tokyo').waitFor();

    await page.getByText('week 47, times in Asia/Tokyo').waitFor();
    // Midnight there, on the Monday that the address names.
    const from = Date.parse('2026-11-15T15:00:00Z');
    const to = Date.parse('2026-11-22T14:59:59.999Z');
    await eventually(() =>
      engine.state.calls.some(
        ({ name, input }) =>
          name === 'schedule.calendar' && input['from'] === from && input['to'] === to,
      ),
    );
  });

  it('goes by the keyboard from slot to slot and from week to week', async () => {
    const { page } = await openSchedule();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await page.getByRole('button', { name: /^pg-backup, Mon 16/ }).focus();

    await page.keyboard.press('ArrowDown');
    expect(await focused()).toMatch(/^orders-nightly, Mon 16/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toMatch(/^orders-nightly, Wed 18.*Missed/);
    await page.keyboard.press('Enter');
    // It takes the focus, and with it the keys, a frame after it is seen.
    await page.locator('[role=dialog]:focus-within').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // The focus comes back with the next frame.
    await eventually(async () => /^orders-nightly, Wed 18/.test((await focused()) ?? ''));

    await page.keyboard.press(']');
    await page.getByText('23 – 29 November 2026, week 48').waitFor();
    await page.goBack();
    await page.getByText('16 – 22 November 2026, week 47').waitFor();
    await page.keyboard.press('[');
    await page.getByText('9 – 15 November 2026, week 46').waitFor();
    await page.keyboard.press('t');
    await page.getByText('19 – 25 November 2026').waitFor();
  });

  it('follows what happens without taking the focus', async () => {
    const { page, engine } = await openSchedule();
    const chip = (state: string) =>
      page.getByRole('button', { name: `warehouse-mirror, Thu 19 November 12:00, ${state}` });
    await chip('Due').focus();
    const dagRunId = 'fresh';
    const slot: Slot = {
      fileName: 'warehouse-mirror',
      name: 'warehouse-mirror',
      kind: 'start',
      time: '2026-11-19T11:00:00.000Z',
      startsAt: '2026-11-19T11:00:00.000Z',
      fate: 'ran',
      reason: 'on_time',
      detail: 'A run was started on time.',
      dagRunId,
      runStatus: 'running',
      decidedAt: '2026-11-19T11:00:00.000Z',
    };

    engine.emit({ type: 'slot.decided', slot });
    await chip('Ran · Running').waitFor();
    engine.emit({ type: 'run.changed', run: aRun('warehouse-mirror', 'failed', { dagRunId }) });
    await chip('Ran · Failed').waitFor();

    expect(await chip('Ran · Failed').evaluate((it) => it === document.activeElement)).toBe(true);
  });

  it('folds what has no room, and opens it', async () => {
    const { page } = await openSchedule();

    await page.getByRole('button', { name: '+3 more at about this time' }).click();
    await page.getByRole('button', { name: /currency-rates/ }).click();

    await page.getByRole('dialog', { name: 'currency-rates, Fri 20 November 07:10' }).waitFor();
  });

  it('shows three days in a narrow window', async () => {
    const { page } = await openSchedule('/schedule', 900);

    await page.getByText('19 – 21 November 2026').waitFor();
    await eventually(async () => (await page.locator('.day-head').count()) === 3);
    await page.getByRole('button', { name: 'Next days' }).click();
    await page.getByText('22 – 24 November 2026').waitFor();
  });

  it('says so when nothing is due, and what went wrong when it cannot know', async () => {
    const { page, engine } = await openSchedule('/schedule?day=2020-01-01');
    await page.getByText('Nothing was due on these days.').waitFor();

    engine.state.refusals.set('schedule.calendar', 'The store cannot be read.');
    await page.keyboard.press('t');
    await page.getByRole('alert').getByText('The store cannot be read.').waitFor();
    engine.state.refusals.clear();
    await page.getByRole('button', { name: 'Retry' }).click();

    await page.getByRole('button', { name: /^orders-nightly, Thu/ }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('does not say that nothing is due over DAGs that run often', async () => {
    const state = aScene(now);
    const { page } = await open({
      state: {
        ...state,
        calendar: (from, to) => {
          const calendar = state.calendar(from, to);
          return { ...calendar, dags: calendar.dags.filter((dag) => dag.frequent) };
        },
      },
      path: '/schedule',
      now,
    });
    await page.getByRole('region', { name: 'api-health' }).waitFor();

    expect(await page.getByText('Nothing is due').count()).toBe(0);
  });

  it('teaches schedules while no DAG has one', async () => {
    const { page } = await open({ state: anEmptyScene(), path: '/schedule' });

    await page.getByRole('heading', { name: 'No DAG has a schedule' }).waitFor();
    expect(await page.locator('pre').innerText()).toContain('catchup_window: 6h');
  });
});

describe('the list of slots', () => {
  it('is filtered by fate and by name, and keeps the filter in its address', async () => {
    const { page } = await openSchedule('/schedule?view=list&day=2026-11-16');
    await page.getByRole('tab', { name: 'Missed 30' }).click();
    await page.getByRole('textbox', { name: 'DAG name' }).fill('orders');

    await page.getByRole('row').filter({ hasText: 'orders-nightly' }).waitFor();
    await eventually(async () => (await page.getByRole('row').count()) === 2);
    expect(new URL(page.url()).search).toBe('?day=2026-11-16&view=list&state=missed&dag=orders');
  });

  it('is read by the keyboard', async () => {
    const { page } = await openSchedule(
      '/schedule?day=2026-11-16&view=list&state=missed&dag=orders',
    );
    await page.getByRole('row').filter({ hasText: 'orders-nightly' }).waitFor();

    await page.getByRole('rowgroup', { name: 'Slots by time' }).focus();
    await page.keyboard.press('Enter');

    await page.getByRole('dialog', { name: 'orders-nightly, Wed 18 November 02:30' }).waitFor();
  });
});

describe('the sidebar', () => {
  it('counts what was missed and what waits, and follows both', async () => {
    const { page, engine } = await openSchedule('/runs');
    const section = (name: string) =>
      page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name });
    await section('148 waiting in queues').waitFor();
    await section('31 missed or failed to start').waitFor();

    engine.state.queues = engine.state.queues.slice(0, 1);
    engine.emit({ type: 'queue.changed', queue: 'exports' });

    await section('5 waiting in queues').waitFor();
    await section('Schedule').click();
    await page.waitForURL(/\/schedule$/);
    expect(await page.title()).toBe('Schedule · Dagwright');
  });

  it('counts the runs that wait for approval, and the palette leads to them', async () => {
    const state = anEmptyScene();
    const { page, engine } = await open({ state, path: '/dags' });
    const section = (name: string) =>
      page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true });
    const become = (statusLabel: 'waiting' | 'running') => {
      const run = aRun('deploy', statusLabel);
      state.runs = [{ ...run, nodes: [], attempt: 1, preconditions: [] }];
      engine.emit({ type: 'run.changed', run });
    };

    await section('Runs').waitFor();
    become('waiting');
    await section('Runs 1 waiting for approval').waitFor();
    become('running');
    await section('Runs').waitFor();

    for (const words of ['waiting', 'approval']) {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(words);
      await page.getByRole('option', { name: 'Show runs waiting for approval' }).click();
      await page.waitForURL(/\/runs\?status=waiting$/);
    }
  });

  it('shows no number where there is nothing to do', async () => {
    const { page, engine } = await open({ state: anEmptyScene(), path: '/runs' });
    await eventually(() => engine.state.calls.some((call) => call.name === 'queues.list'));
    await page.getByText('No runs yet').waitFor();

    expect(await page.locator('.attention').count()).toBe(0);
  });
});

describe('the schedule of a DAG', () => {
  it('shows what became of its slots and why, and those that come', async () => {
    const { page } = await openSchedule('/dags/orders-nightly/schedule');
    const next = page.getByRole('region', { name: 'Next slots' });
    await next.getByText('Fri 20 November 02:30').waitFor();

    await page.getByRole('tab', { name: 'Missed' }).click();
    await eventually(async () => (await page.locator('tbody tr').count()) === 1);
    await page.getByRole('button', { name: 'Why: Wed 18 November 02:30' }).click();
    await page.getByRole('dialog').getByText('computer went to sleep').waitFor();
  });

  it('has a list that names the day of its first line, wherever that is', async () => {
    const { page } = await openSchedule('/schedule?view=list');
    const head = page.locator('.pinned-day');
    await head.getByText('Thu 19 November').waitFor();

    await page.locator('.slot-list').evaluate((list) => {
      list.scrollTop += 20 * 28;
    });

    await head.getByText('Fri 20 November').waitFor();
    const [rows, day] = await Promise.all([
      page.locator('.slot-list').boundingBox(),
      head.locator('.list-row').boundingBox(),
    ]);
    expect(day?.y).toBe(rows?.y);
  });

  it('has a ledger that is one stop of Tab, walked by j and k and asked by Enter', async () => {
    const { page } = await openSchedule('/dags/orders-nightly/schedule');
    const rows = page.getByRole('rowgroup', { name: 'Past scheduled times' });
    await rows.getByRole('row').nth(1).waitFor();
    expect(await rows.locator('a:not([tabindex="-1"]), button:not([tabindex="-1"])').count()).toBe(
      0,
    );
    const cursor = () => page.locator('tr.row-cursor').getAttribute('id');

    await page.keyboard.press('j');
    const [top, head] = await Promise.all([
      page.locator('tr.row-cursor').boundingBox(),
      page.getByRole('columnheader').first().boundingBox(),
    ]);
    expect(top?.y).toBeGreaterThanOrEqual((head?.y ?? Infinity) + (head?.height ?? 0) - 1);
    const first = await cursor();
    expect(await rows.getAttribute('aria-activedescendant')).toBe(first);
    await page.keyboard.press('j');
    await expect.poll(cursor).not.toBe(first);
    await page.keyboard.press('k');
    await expect.poll(cursor).toBe(first);
    await page.keyboard.press('Enter');

    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(() => rows.evaluate((body) => body === document.activeElement));
  });

  it('shows one day of a DAG that runs often, as the calendar links to it', async () => {
    const { page, engine } = await openSchedule();
    await page.getByTitle(/^api-health, Wed 18 November/).click();

    await page.waitForURL(/\/dags\/api-health\/schedule\?day=2026-11-18$/);
    await page.getByRole('button', { name: 'Wed 18 November · Show all days' }).waitFor();
    await eventually(() => engine.state.calls.some((call) => call.name === 'dags.slots'));
    const asked = engine.state.calls.find((call) => call.name === 'dags.slots');
    expect(asked?.input['from']).toBe(Date.parse('2026-11-17T23:00:00Z'));
  });

  it('says that it is off, and is switched on there', async () => {
    const { page, engine } = await openSchedule('/dags/snapshot-compare/schedule');

    await page.getByText(/The schedule is off/).waitFor();
    await page.getByRole('button', { name: 'Resume schedule' }).click();

    await page.getByText(/The schedule is off/).waitFor({ state: 'detached' });
    await eventually(
      () =>
        engine.state.dags.find(({ fileName }) => fileName === 'snapshot-compare')?.suspended ===
        false,
    );
  });
});

describe('the editor', () => {
  it('shows the next five slots of the text that is written, with the rule of the clock', async () => {
    const { page, engine } = await openSchedule('/dags/orders-nightly');
    const next = page.getByRole('region', { name: 'Next slots' });

    await next.getByText(/02:30 does not exist on this day/).waitFor();
    expect(await next.getByRole('listitem').count()).toBe(5);
    const asked = engine.state.calls.find((call) => call.name === 'schedule.preview');
    expect(asked?.input['start']).toEqual(['30 2 * * *']);
  });

  it('shows none for a text without a schedule', async () => {
    const { page } = await openSchedule('/dags/refunds-backfill');
    await page.locator('.graph-node').first().waitFor();

    expect(await page.getByRole('region', { name: 'Next slots' }).count()).toBe(0);
  });
});
