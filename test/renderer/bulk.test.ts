import { describe, expect, it } from 'vitest';
import { eventually, rendererPage, type OpenedPage } from './support/renderer-page.ts';
import { aUser } from './support/access-fixtures.ts';
import { aScene, aSceneWithAccounts } from './support/scene.ts';

const open = rendererPage();

/** Ticks the DAGs whose names hold `orders`. */
async function tickOrders(opened: OpenedPage): Promise<void> {
  const { page } = opened;
  await page.getByText('orders-nightly').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Control+a');
  await page.getByText(/selected/).waitFor();
}

const openOrders = async (state = aScene()) => {
  const opened = await open({ state, path: '/dags?q=orders' });
  await tickOrders(opened);
  return opened;
};

/** The same for somebody who may not change definitions. */
async function openOrdersAsOperator(): Promise<OpenedPage> {
  const state = aSceneWithAccounts();
  state.access.users.push(aUser('olga', { role: 'operator' }));
  state.access.sessions.set('token-of-olga', 'olga');
  const opened = await open({ state, path: '/dags?q=orders', token: 'token-of-olga' });
  await tickOrders(opened);
  return opened;
}

describe('ticked DAGs', () => {
  it('get tags in their files, by keyboard alone, and lose them by Ctrl+Z', async () => {
    const { page, engine } = await openOrders();
    const before = engine.state.specs.get('orders-etl');

    await page.getByRole('button', { name: 'Tags…' }).press('Enter');
    await page.getByRole('textbox', { name: 'Add tags' }).waitFor();
    await page.keyboard.type('not/a/tag');
    await page.getByText('not/a/tag is not a valid tag').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('env=prod Checked');
    await page.keyboard.press('Enter');

    await page.getByText(/^Changed the tags of/).waitFor();
    const tagged = engine.state.specs.get('orders-nightly');
    expect(tagged).toContain('checked');
    await page.keyboard.press('Control+z');
    await eventually(() => engine.state.specs.get('orders-nightly') !== tagged);
    expect(engine.state.specs.get('orders-etl')).toBe(before);
  });

  it('lose a tag that some of them have', async () => {
    const state = aScene();
    state.specs.set('orders-nightly', 'tags: [x, env=prod] # mine\nsteps: []\n');
    const { page, engine } = await openOrders(state);
    await page.getByRole('button', { name: 'Tags…' }).click();
    const tag = page.getByRole('checkbox', { name: 'env=prod' });
    const change = page.getByRole('button', { name: 'Change tags' });
    await tag.waitFor();
    expect(await change.isDisabled()).toBe(true);

    // From some of them to all, and then to none.
    while ((await tag.getAttribute('aria-checked')) !== 'false') await tag.click();
    await change.click();

    await eventually(
      () => engine.state.specs.get('orders-nightly') === 'tags: [x] # mine\nsteps: []\n',
    );
  });

  it('move to a group, and one that could not is named with the reason', async () => {
    const state = aScene();
    const { page, engine } = await openOrders(state);
    state.specs.set('orders-etl', '{steps: []}');

    await page.getByRole('button', { name: 'Group…' }).click();
    await page.keyboard.type('Night shift');
    await page.keyboard.press('Enter');

    await page.getByText(/1 of \d DAGs could not be changed: orders-etl: /).waitFor();
    await page.getByText(/to the group Night shift/).waitFor();
    expect(engine.state.specs.get('orders-nightly')).toContain('group: Night shift');
    expect(engine.state.specs.get('orders-etl')).toBe('{steps: []}');
  });

  it('move once to what was typed or taken from the list, however often Enter is pressed', async () => {
    const state = aScene();
    state.specs.set('orders-nightly', 'steps: []\n');
    const { page, engine } = await openOrders(state);
    const button = page.getByRole('button', { name: 'Group…' });
    const dialog = page.getByRole('dialog', { name: /group/ });
    const saves = () => engine.state.calls.filter(({ name }) => name === 'dags.updateSpec').length;
    const write = Promise.withResolvers<void>();
    engine.state.held.set('dags.updateSpec', write.promise);

    await button.press('Enter');
    await page.getByRole('combobox', { name: 'Group' }).waitFor();
    await page.keyboard.type('Night shift');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Moving…' }).waitFor();
    await page.keyboard.press('Enter');
    write.resolve();
    await page.getByText(/to the group Night shift/).waitFor();
    await dialog.waitFor({ state: 'detached' });
    const first = saves();
    expect(state.specs.get('orders-nightly')).toContain('group: Night shift');

    await button.press('Enter');
    await page.getByRole('combobox', { name: 'Group' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.locator('[role="option"][data-focused]').waitFor();
    const offered = await page.locator('[role="option"][data-focused]').innerText();
    await page.keyboard.press('Enter');
    // The next Enter belongs to the list as long as it is there.
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(state.specs.get('orders-nightly')).toContain(`group: ${offered}`);
    expect(saves()).toBe(2 * first);
  });

  it('are deleted by the end of the toast, and come back with the reason where the engine cannot', async () => {
    const state = aScene();
    const { page, engine } = await openOrders(state);
    state.refusals.set('dags.delete', 'The disk is full.');

    await page.getByRole('button', { name: 'Delete…' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page.getByRole('link', { name: 'orders-nightly' }).waitFor({ state: 'detached' });
    expect(engine.state.calls.some((call) => call.name === 'dags.delete')).toBe(false);
    await page.getByRole('button', { name: 'Dismiss' }).click();

    await page.getByText(/could not be deleted: .*The disk is full/).waitFor();
    await page.getByRole('link', { name: 'orders-nightly' }).waitFor();
  });

  it('are suspended and resumed again by the button of the toast, which F8 finds', async () => {
    const { page, engine } = await openOrders();
    const off = () =>
      engine.state.dags.filter((dag) => dag.fileName.includes('orders') && dag.suspended).length;
    const before = off();

    await page.getByRole('button', { name: 'Suspend' }).click();
    await eventually(() => off() > before);
    await page.getByText(/^Suspended/).waitFor();
    await page.keyboard.press('F8');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Undo');
    await page.keyboard.press('Enter');

    await eventually(() => off() === before);
  });
});

describe('ticked DAGs in the palette', () => {
  it('are suspended and get tags, with the focus where the bar puts it', async () => {
    const { page, engine } = await openOrders();
    const before = engine.state.specs.get('orders-nightly');
    const choose = async (text: string, option: string) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(text);
      await page.getByRole('option', { name: option, exact: true }).click();
    };

    await choose('tags', 'Tags… 2 selected');
    await page.getByRole('textbox', { name: 'Add tags' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('checked');
    await page.keyboard.press('Enter');
    await page.getByText(/^Changed the tags of/).waitFor();
    expect(engine.state.specs.get('orders-nightly')).not.toBe(before);

    await page.locator('.list-rows:focus').waitFor();
    await choose('suspend', 'Suspend 2 selected');
    await eventually(() => engine.state.dags.filter(({ suspended }) => suspended).length >= 2);
  });

  it('have no commands there once none is ticked, and none that is refused', async () => {
    const { page } = await openOrdersAsOperator();
    const selected = page.getByRole('option', { name: /selected/ });

    await page.keyboard.press('Control+k');
    await selected.first().waitFor();
    expect(await selected.allInnerTexts()).toHaveLength(2);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByText(/selected/).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Go to runs' }).waitFor();

    expect(await selected.count()).toBe(0);
  });
});

describe('a toast', () => {
  it('stays while the pointer or the focus is on it, and goes when it was left for ten seconds', async () => {
    const { page } = await open({ state: aScene(), path: '/dags' });
    await page.getByText('Engine ready').waitFor();
    await page.clock.install();
    await page.getByRole('switch', { name: 'Schedule of pg-backup' }).click();
    const toast = page.locator('.toast');
    await toast.hover();

    await page.clock.runFor(30_000);
    expect(await toast.count()).toBe(1);
    await page.keyboard.press('F8');
    await page.mouse.move(0, 0);
    await page.clock.runFor(30_000);
    expect(await toast.count()).toBe(1);
    await page.getByRole('rowgroup', { name: 'Rows' }).focus();
    await page.clock.runFor(10_000);

    await toast.waitFor({ state: 'detached' });
  });
});

describe('the bar of commands', () => {
  it('refuses each command by itself, with the reason', async () => {
    const { page } = await openOrdersAsOperator();

    expect(await page.getByRole('button', { name: 'Suspend', exact: true }).isEnabled()).toBe(true);
    for (const command of ['Tags…', 'Group…', 'Delete…']) {
      const button = page.getByRole('button', { name: `${command}. Requires the role manager` });
      expect(await button.isDisabled()).toBe(true);
    }
  });
});
