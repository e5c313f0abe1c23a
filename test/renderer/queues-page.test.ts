import { describe, expect, it } from 'vitest';
import { eventually, rendererPage, type OpenedPage } from './support/renderer-page.ts';
import { anEmptyScene, aScene } from './support/scene.ts';

const open = rendererPage();
const openQueues = () => open({ state: aScene(), path: '/queues' });

const waitingIn = ({ page }: OpenedPage, queue: string) =>
  page.getByRole('grid', { name: `Waiting in ${queue}` }).getByRole('row');
/** What stands in a queue of the fake engine, in order. */
const order = ({ engine }: OpenedPage, queue: string) =>
  engine.state.queues.find((one) => one.name === queue)?.queued.map((item) => item.name);
const called = ({ engine }: OpenedPage, name: string) =>
  engine.state.calls.find((call) => call.name === name)?.input;

describe('the queues', () => {
  it('show what runs, what waits and why', async () => {
    const opened = await openQueues();
    const heavy = opened.page.getByRole('region', { name: 'Queue heavy' });
    await heavy.getByText('2 of 2 running', { exact: true }).waitFor();

    const second = await waitingIn(opened, 'heavy').nth(1).innerText();
    expect(second).toMatch(/^2\s+refunds-backfill/);
    expect(second).toContain('heavy has no room: 2 of 2 running');
    const idle = opened.page.getByRole('region', { name: 'Queue light' });
    expect(await idle.innerText()).toContain('Empty');
  });

  it('keep the numbers of a reason on one line, wherever that ends', async () => {
    const state = aScene();
    const heavy = state.queues.find(({ name }) => name === 'heavy');
    const [item] = heavy?.queued ?? [];
    if (heavy && item) {
      heavy.queued = Array.from({ length: 40 }, (_, index) => ({
        ...item,
        dagRunId: `run-${index}`,
        reason: `${'x'.repeat(index + 1)} has 2 of 2 running`,
      }));
    }
    const { page } = await open({ state, path: '/queues', width: 900 });
    const reasons = page.getByRole('grid', { name: 'Waiting in heavy' }).locator('.waiting-reason');
    await reasons.first().waitFor();

    const lines = await reasons.evaluateAll((all) =>
      all.map((reason) => {
        const walker = document.createTreeWalker(reason, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const from = walker.currentNode.textContent?.indexOf('2 of 2') ?? -1;
          if (from === -1) continue;
          const range = document.createRange();
          range.setStart(walker.currentNode, from);
          range.setEnd(walker.currentNode, from + '2 of 2'.length);
          return new Set([...range.getClientRects()].map(({ top }) => top)).size;
        }
        return 0;
      }),
    );

    expect(lines).toEqual(Array(40).fill(1));
  });

  it('say which are shared and which are those of one DAG', async () => {
    const { page } = await openQueues();
    const head = (queue: string) => page.getByRole('region', { name: queue }).locator('header');

    await head('Queue heavy').getByText('Shared queue', { exact: true }).waitFor();
    await head('Queue orders-etl').getByText('DAG queue', { exact: true }).waitFor();
  });

  it('show the glyph of what runs in the middle of its row', async () => {
    const { page } = await openQueues();
    const row = page.getByRole('grid', { name: 'Running in heavy' }).getByRole('row').first();
    const glyph = await row.locator('.status .icon').boundingBox();
    const whole = await row.boundingBox();

    const off = glyph!.y + glyph!.height / 2 - whole!.y - whole!.height / 2;
    expect(Math.abs(off)).toBeLessThan(1);
  });

  it('have all buttons of a waiting run in one line with its name', async () => {
    const { page } = await openQueues();
    const row = page.getByRole('row', { name: /refunds-backfill/ });
    await row.waitFor();

    const middles = await row.locator('button, a').evaluateAll((all) =>
      all.map((one) => {
        const { top, height } = one.getBoundingClientRect();
        return Math.round(top + height / 2);
      }),
    );

    expect(middles).toEqual(Array(4).fill(middles[0]));
  });

  it('are put into another order by buttons, which keep the focus', async () => {
    const opened = await openQueues();
    const up = opened.page.getByRole('button', { name: 'Move pricing-model up' });
    await up.focus();

    await opened.page.keyboard.press('Enter');

    await eventually(() => order(opened, 'heavy')?.[1] === 'pricing-model');
    await opened.page
      .getByText('Moved pricing-model to position 2 of 5 in heavy.')
      .waitFor({ state: 'attached' });
    expect(await up.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(called(opened, 'queues.move')).toMatchObject({ name: 'heavy', position: 2 });
  });

  it('leave a run that waits for its time where it is, and let it be removed', async () => {
    const state = aScene();
    const last = state.queues.find(({ name }) => name === 'heavy')?.queued.at(-1);
    Object.assign(last ?? {}, { waitsForTime: true, name: 'later' });
    const opened = await open({ state, path: '/queues' });
    const row = waitingIn(opened, 'heavy').last();
    await row.getByText('later').waitFor();

    await opened.page.getByRole('button', { name: 'More actions for later' }).click();

    const commands = opened.page.getByRole('menuitem');
    await commands.first().waitFor();
    const allowed = commands.and(opened.page.locator(':not([aria-disabled="true"])'));
    expect(await commands.count()).toBe(4);
    expect(await allowed.allInnerTexts()).toEqual([expect.stringContaining('Remove')]);
    expect(await row.getByRole('button', { name: 'Move later up' }).count()).toBe(0);
    expect(await row.getAttribute('draggable')).toBe('false');
    const before = opened.page.getByRole('button', { name: 'Move fraud-backtest down' });
    expect(await before.isDisabled()).toBe(true);
  });

  it('let a run through next', async () => {
    const opened = await openQueues();
    await opened.page.getByRole('button', { name: 'More actions for fraud-backtest' }).click();
    await opened.page.getByRole('menuitem', { name: 'Move to front' }).click();

    await eventually(() => order(opened, 'heavy')?.[0] === 'fraud-backtest');
    await eventually(async () =>
      (await waitingIn(opened, 'heavy').first().innerText()).includes('fraud-backtest'),
    );
  });

  it('are put into another order by dragging', async () => {
    const opened = await openQueues();
    const items = waitingIn(opened, 'heavy');
    await items.nth(3).waitFor();

    await items.nth(3).dragTo(items.nth(1), { targetPosition: { x: 80, y: 4 } });

    await eventually(() => order(opened, 'heavy')?.[1] === 'fraud-backtest');
    expect(order(opened, 'heavy')).toEqual([
      'crm-sync',
      'fraud-backtest',
      'refunds-backfill',
      'pricing-model',
      'crm-sync',
    ]);
  });

  it('show the order of the engine again when it refuses another one', async () => {
    const opened = await openQueues();
    opened.engine.state.refusals.set('queues.move', 'That run has begun.');
    await opened.page.getByRole('button', { name: 'Move pricing-model up' }).focus();
    await opened.page.keyboard.press('Enter');

    await opened.page.getByRole('alert').getByText('That run has begun.').waitFor();
    await eventually(async () =>
      (await waitingIn(opened, 'heavy').nth(1).innerText()).includes('refunds-backfill'),
    );
  });

  it('give up a run only after naming what is lost', async () => {
    const opened = await openQueues();
    const { page } = opened;
    await page.getByRole('button', { name: 'More actions for refunds-backfill' }).click();
    await page.getByRole('menuitem', { name: 'Remove from queue…' }).click();
    const ask = page.getByRole('alertdialog', { name: 'Remove refunds-backfill from its queue' });
    expect(await ask.innerText()).toContain('SINCE=2026-01-01');
    expect(called(opened, 'runs.dequeue')).toBeUndefined();

    await ask.getByRole('button', { name: 'Remove run' }).click();

    await eventually(() => order(opened, 'heavy')?.length === 4);
    await eventually(async () => (await waitingIn(opened, 'heavy').count()) === 4);
    await page.keyboard.press('F8');
    await page.keyboard.press('Enter');
    await eventually(() => called(opened, 'runs.reschedule') !== undefined);
  });

  it('stop a run that holds a place, once a person has confirmed it', async () => {
    const opened = await openQueues();
    const running = opened.page.getByRole('grid', { name: 'Running in heavy' });

    await running.getByRole('button', { name: 'Stop embeddings-refresh' }).click();
    const dialog = opened.page.getByRole('alertdialog', { name: 'Stop embeddings-refresh' });
    await dialog.getByRole('button', { name: 'Stop run' }).click();

    await eventually(async () => called(opened, 'runs.stop') !== undefined);
    expect(called(opened, 'runs.stop')).toMatchObject({ name: 'embeddings-refresh' });
  });

  it('say that a run of the queue of its DAG cannot be put back', async () => {
    const opened = await openQueues();
    const { page } = opened;
    const name = opened.engine.state.queues.find((one) => one.type === 'dag-based' && one.queued[0])
      ?.queued[0]?.name;
    await page
      .getByRole('button', { name: `More actions for ${name}` })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Remove from queue…' }).click();

    const ask = page.getByRole('alertdialog');
    expect(await ask.innerText()).toContain('This cannot be undone');
    await ask.getByRole('button', { name: 'Remove run' }).click();
    await page.getByText(`Removed ${name} from its queue.`).waitFor();
    expect(await page.getByRole('button', { name: 'Put back as a new run' }).count()).toBe(0);
  });

  it('bring the rest of a long queue on request, and keep it', async () => {
    const opened = await openQueues();
    await opened.page.getByRole('button', { name: 'Show 42 more waiting' }).click();
    await eventually(async () => (await waitingIn(opened, 'exports').count()) === 142);

    opened.engine.emit({ type: 'queue.changed', queue: 'exports' });

    const lists = () => opened.engine.state.calls.filter((call) => call.name === 'queues.items');
    await eventually(() => lists().length >= 2);
    expect(await waitingIn(opened, 'exports').count()).toBe(142);
  });

  it('follow what happens', async () => {
    const opened = await openQueues();
    await waitingIn(opened, 'heavy').first().waitFor();

    opened.engine.state.queues = opened.engine.state.queues.map((queue) =>
      queue.name === 'heavy' ? { ...queue, queued: queue.queued.slice(1), queuedCount: 4 } : queue,
    );
    opened.engine.emit({ type: 'queue.changed', queue: 'heavy' });

    await eventually(async () => (await waitingIn(opened, 'heavy').count()) === 4);
  });

  it('teach what a queue is while there is none', async () => {
    const { page } = await open({ state: anEmptyScene(), path: '/queues' });

    await page.getByRole('heading', { name: 'Nothing is queued' }).waitFor();
    expect(await page.locator('pre').first().innerText()).toContain('max_concurrency: 2');
  });
});

describe('Enqueue', () => {
  it('stands beside Run', async () => {
    const opened = await open({ state: aScene(), path: '/dags/pg-backup' });
    await opened.page.getByRole('button', { name: 'More ways to run' }).click();
    await opened.page.getByRole('menuitem', { name: /^Enqueue/ }).click();

    await opened.page.waitForURL(/\/runs\/pg-backup\/enqueued-/);
    expect(called(opened, 'dags.enqueue')).toMatchObject({ fileName: 'pg-backup' });
  });

  it('takes the parameters that were typed', async () => {
    const opened = await open({ state: aScene(), path: '/dags/orders-etl' });
    await opened.page.getByRole('button', { name: 'Run…', exact: true }).click();
    await opened.page.getByRole('textbox', { name: 'REGION' }).fill('eu');
    await opened.page.getByRole('dialog').getByRole('button', { name: 'Enqueue' }).click();

    await opened.page.waitForURL(/\/runs\/orders-etl\/enqueued-/);
    expect(called(opened, 'dags.enqueue')?.['params']).toContain('"REGION":"eu"');
  });

  it('is in the palette for each DAG', async () => {
    const opened = await open({ state: aScene(), path: '/queues' });
    await opened.page.getByText('Engine ready').waitFor();
    await opened.page.keyboard.press('Control+k');
    await opened.page.keyboard.type('enqueue pg-b');
    await opened.page.getByRole('option', { name: /Enqueue pg-backup/ }).waitFor();
    await opened.page.keyboard.press('Enter');

    await opened.page.waitForURL(/\/runs\/pg-backup\/enqueued-/);
    expect(called(opened, 'dags.enqueue')).toMatchObject({ fileName: 'pg-backup' });
  });
});
