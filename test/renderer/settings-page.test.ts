import { describe, expect, it } from 'vitest';
import { ADA_TOKEN } from './support/access-fixtures.ts';
import { eventually, rendererPage, type OpenedPage } from './support/renderer-page.ts';
import { aScene, aSceneWithAccounts } from './support/scene.ts';

const open = rendererPage();
const asAda = (path: string) => open({ state: aSceneWithAccounts(), path, token: ADA_TOKEN });
const called = ({ engine }: OpenedPage, name: string) =>
  engine.state.calls.filter((call) => call.name === name);
const clipboard = ({ page }: OpenedPage) => page.evaluate(() => navigator.clipboard.readText());
const command = async ({ page }: OpenedPage, of: string, name: string) => {
  await page.getByRole('button', { name: `More actions for ${of}` }).click();
  await page.getByRole('menuitem', { name }).click();
};

describe('the settings', () => {
  it('are found by the key in config.yaml, and opened by Enter', async () => {
    const { page } = await open({ state: aScene(), path: '/dags' });
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel('Search settings').fill('retention_days');
    await page.keyboard.press('Enter');

    await page.waitForURL(/\/settings\/audit$/);
    const list = page.getByRole('navigation', { name: 'Settings', exact: true });
    expect(await list.getByRole('link').allInnerTexts()).toEqual(['Audit\naudit.retention_days']);
  });

  it.each(['users', 'api-keys', 'webhooks'])(
    'teach how accounts are switched on where there are no %s',
    async (section) => {
      const opened = await open({ state: aScene(), path: `/settings/${section}` });
      await opened.page.getByLabel('lines of config.yaml', { exact: true }).waitFor();

      const refused = ['users.list', 'apiKeys.list', 'webhooks.list'];
      expect(opened.engine.state.calls.filter(({ name }) => refused.includes(name))).toEqual([]);
    },
  );

  it('change the theme', async () => {
    const { page } = await open({ state: aScene(), path: '/settings' });
    await page.getByRole('tab', { name: 'Dark' }).click();

    await eventually(() =>
      page.evaluate(() => document.documentElement.dataset['theme'] === 'dark'),
    );
  });
});

describe('users', () => {
  it('are made with a role', async () => {
    const opened = await asAda('/settings/users');
    const { page } = opened;
    await page.getByRole('button', { name: 'New user' }).click();
    await page.getByLabel('Username').fill('ada');
    await page.getByLabel(/^Password/).fill('long enough');
    await page.getByText('Starts, stops').click();
    await page.getByRole('button', { name: 'Create user' }).click();
    await page.getByRole('alert').getByText('Username already exists').waitFor();
    await page.getByLabel('Username').fill('kim');
    await page.keyboard.press('Enter');

    await page.getByRole('gridcell', { name: 'kim', exact: true }).waitFor();
    expect(called(opened, 'users.create').at(-1)?.input).toMatchObject({ role: 'operator' });
  });

  it('are disabled and enabled from their menu', async () => {
    const opened = await asAda('/settings/users');
    await command(opened, 'night-shift', 'Disable');

    await opened.page.getByRole('gridcell', { name: 'night-shift · disabled' }).waitFor();
    await command(opened, 'night-shift', 'Enable');
    await opened.page.getByRole('gridcell', { name: 'night-shift', exact: true }).waitFor();
  });

  it('are deleted after their loss was named, except oneself', async () => {
    const opened = await asAda('/settings/users');
    const { page } = opened;
    await command(opened, 'brook.hale', 'Delete…');
    const ask = page.getByRole('alertdialog', { name: 'Delete the user brook.hale' });
    expect(await ask.innerText()).toContain('logged in 1\u00a0day ago');
    await ask.getByRole('button', { name: 'Delete user' }).click();
    await page
      .getByRole('button', { name: 'More actions for brook.hale' })
      .waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'More actions for ada' }).click();
    const own = page.getByRole('menuitem', { name: /Delete/ });
    expect(await own.getAttribute('aria-disabled')).toBe('true');
  });
});

describe('API keys', () => {
  it('are shown once, and copied by a further Enter', async () => {
    const opened = await asAda('/settings/api-keys');
    const { page } = opened;
    await page.getByRole('button', { name: 'New API key' }).click();
    await page.getByLabel('Name').fill('nightly');
    await page.keyboard.press('Enter');
    const once = page.getByRole('dialog', { name: 'API key nightly' });
    await once.getByText('is not shown again').waitFor();
    await page.keyboard.press('Enter');
    await eventually(
      async () => (await clipboard(opened)) === 'svc_2tBcQ8mZr4XyKpLw7NvHsJdG9aFe5uTi',
    );

    await page.mouse.click(5, 400);
    expect(await once.count()).toBe(1);
    await once.getByRole('button', { name: 'Close' }).press('Enter');

    await page.getByRole('gridcell', { name: 'nightly', exact: true }).waitFor();
    await eventually(() => page.evaluate(() => document.activeElement?.tagName === 'MAIN'));
    expect(await page.content()).not.toContain('svc_2tBcQ8mZr4XyKpLw7NvHsJdG9aFe5uTi');
  });

  it('are deleted after their use was named', async () => {
    const opened = await asAda('/settings/api-keys');
    await command(opened, 'deploy-bot', 'Delete…');
    const ask = opened.page.getByRole('alertdialog');
    expect(await ask.innerText()).toContain('last used 3\u00a0h ago');
    await ask.getByRole('button', { name: 'Delete API key' }).click();

    await opened.page
      .getByRole('button', { name: 'More actions for deploy-bot' })
      .waitFor({ state: 'detached' });
    expect(called(opened, 'apiKeys.delete')[0]?.input).toEqual({ keyId: 'key-deploy-bot' });
  });
});

describe('webhooks', () => {
  it('are reached from their DAG, and made there with a request to copy', async () => {
    const opened = await asAda('/dags/fraud-backtest');
    const { page } = opened;
    await command(opened, 'fraud-backtest', 'Webhook');
    await page.getByRole('button', { name: 'Create webhook' }).click();
    const once = page.getByRole('dialog', { name: /Token of the webhook/ });
    await once.getByRole('button', { name: 'Copy request' }).click();

    const curl = await clipboard(opened);
    expect(curl).toContain(`${opened.engine.url}/api/v1/webhooks/fraud-backtest`);
    expect(curl).toContain('Bearer svc_wh_8Hn3VbYt6RcWq1ZsXk5LmPdJ7fGu2Ea9');
    await once.getByRole('button', { name: 'Close' }).click();
    await page.getByText('svc_wh_8Hn3V').waitFor();
  });

  it('are made from the list for a DAG that has none', async () => {
    const { page } = await asAda('/settings/webhooks');
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByRole('combobox', { name: 'DAG' }).fill('api-h');
    await page.getByRole('option', { name: 'api-health' }).click();
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('link', { name: 'api-health' }).waitFor();
  });

  it('are offered DAGs as soon as these come, however early one types', async () => {
    const { page, engine } = await asAda('/settings/webhooks');
    const { promise: allowed, resolve: answer } = Promise.withResolvers<void>();
    engine.state.held.set('dags.list', allowed);
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByRole('combobox', { name: 'DAG' }).fill('api-h');
    await page.getByText('Loading…').waitFor();

    answer();

    await page.getByRole('option', { name: 'api-health' }).waitFor();
    await page.getByRole('combobox', { name: 'DAG' }).fill('nothing-like-it');
    await page.getByText('No DAG without a webhook has this name.').waitFor();
  });

  it('are made for DAGs of this engine, whichever node is shown', async () => {
    const opened = await asAda('/settings/nodes');
    const { page } = opened;
    await page.getByRole('button', { name: 'Show', exact: true }).first().click();
    await page.getByText('Showing node').waitFor();
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByRole('combobox', { name: 'DAG' }).fill('orders-n');

    await page.getByRole('option', { name: 'orders-nightly' }).waitFor();
  });

  it('are switched off and on', async () => {
    const opened = await asAda('/settings/webhooks');
    await opened.page
      .getByRole('switch', { name: 'Webhook of release-train' })
      .click({ force: true });

    await eventually(() => opened.engine.state.access.webhooks[1]?.enabled === false);
  });

  it('lose a token only after it was named, and say what came to them', async () => {
    const opened = await asAda('/settings/webhooks/orders-etl');
    const { page } = opened;
    await page.getByText('The signature is not that of the body.').waitFor();
    await page.getByRole('button', { name: 'Regenerate…' }).click();
    const ask = page.getByRole('alertdialog');
    expect(await ask.innerText()).toMatch(/svc_wh_4KxQm was last used 40m ago/);
    expect(called(opened, 'webhooks.regenerate')).toEqual([]);
    await ask.getByRole('button', { name: 'Regenerate token' }).click();

    await page.getByRole('dialog', { name: /Token of the webhook/ }).waitFor();
  });
});

describe('the audit log', () => {
  it('brings older entries as one scrolls', async () => {
    const opened = await asAda('/settings/audit');
    const { page } = opened;
    const cursors = () =>
      called(opened, 'audit.list').flatMap(({ input: { cursor } }) => cursor ?? []);
    await page.getByText('dags.rename').first().waitFor();
    expect(cursors()).toEqual([]);
    await page.getByRole('rowgroup', { name: 'Rows' }).focus();

    // A key that comes before the list has its height moves nothing.
    await eventually(async () => {
      await page.keyboard.press('End');
      return cursors().includes('100');
    });
    // Only rows in sight are drawn, and the list may have grown by more than one page by then.
    const lastRow = async () =>
      Number(await page.getByRole('row').last().getAttribute('aria-rowindex'));
    await eventually(async () => {
      await page.keyboard.press('End');
      return (await lastRow()) > 110;
    });
  });

  it('is walked by keyboard from one end to the other', async () => {
    const { page } = await asAda('/settings/audit');
    const rows = page.getByRole('rowgroup', { name: 'Rows' });
    await rows.getByRole('row').first().waitFor();

    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    const active = await rows.getAttribute('aria-activedescendant');

    expect(await page.locator(`[id="${active}"]`).getAttribute('aria-rowindex')).toBe('3');
  });

  it('is filtered by who, operation and outcome, which stand in the address', async () => {
    const opened = await asAda('/settings/audit');
    const { page } = opened;
    await page.getByLabel('Who').fill('m.okafor@example.com');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Refused' }).click();

    await page.waitForURL(/actor=m.okafor%40example.com&outcome=refused/);
    await eventually(async () => {
      const rows = await page.getByRole('row').allInnerTexts();
      return rows.length > 2 && rows.slice(1).every((row) => row.includes('runs.stop'));
    });
    expect(called(opened, 'audit.list').at(-1)?.input).toEqual({
      actor: 'm.okafor@example.com',
      outcome: 'refused',
      limit: 100,
    });
  });
});

describe('a filter of the audit log', () => {
  it('holds with the one that is clicked beside it', async () => {
    const { page } = await asAda('/settings/audit');
    const who = page.getByLabel('Who', { exact: true });
    await who.fill('m.okafor@example.com');
    await page.getByRole('tab', { name: 'Refused' }).click();
    await page.waitForURL(/actor=m.okafor%40example.com&outcome=refused/);

    await page.getByRole('button', { name: 'Clear filter: Who' }).click();

    await page.waitForURL(/audit\?outcome=refused/);
    expect(await who.inputValue()).toBe('');
  });

  it('leaves the focus where it was typed', async () => {
    const { page } = await asAda('/settings/audit');
    await page.getByLabel('Who', { exact: true }).fill('ada');
    await page.keyboard.press('Enter');
    await page.waitForURL(/actor=ada/);

    await page.keyboard.type('m');

    expect(await page.getByLabel('Who', { exact: true }).inputValue()).toBe('adam');
  });
});

describe('remote nodes', () => {
  it('are tested on request', async () => {
    const opened = await asAda('/settings/nodes');
    const { page } = opened;
    await page.getByRole('button', { name: 'Test berlin' }).click();
    await page.getByRole('button', { name: 'Test build-farm' }).click();

    await page.getByText('0.2.0 in 42 ms').waitFor();
    await page.getByText('build-farm is not available').waitFor();
  });

  it('take a token for the keychain, which is not shown', async () => {
    const opened = await asAda('/settings/nodes');
    const { page } = opened;
    await page
      .getByRole('row', { name: /berlin/ })
      .getByText('not set')
      .waitFor();
    await page.getByRole('button', { name: 'Set the credentials of berlin' }).click();
    const field = page.getByLabel('Token', { exact: true });
    expect(await field.getAttribute('type')).toBe('password');
    await field.fill('svc_secret');
    await page.keyboard.press('Enter');

    await page
      .getByRole('row', { name: /berlin/ })
      .getByText('in the keychain')
      .waitFor();
    expect(called(opened, 'nodes.setToken')).toMatchObject([
      { input: { name: 'berlin', token: 'svc_secret' } },
    ]);
    expect(
      await page.getByRole('button', { name: 'Set the credentials of build-farm' }).count(),
    ).toBe(0);
  });
});

describe('the keychain', () => {
  it('forgets an entry after its loss was named, with Cancel in focus', async () => {
    const opened = await asAda('/settings/keychain');
    const { page } = opened;
    await page.getByText('Locked, or removed elsewhere').waitFor();
    await page.getByRole('button', { name: 'Remove Token of paris' }).click();
    const ask = page.getByRole('alertdialog', {
      name: 'Remove “Token of paris” from the keychain',
    });
    expect(await ask.innerText()).toContain('Calls to paris fail until you set its token again.');
    await page.keyboard.press('Enter');
    await ask.waitFor({ state: 'detached' });
    expect(called(opened, 'keychain.forget')).toEqual([]);

    await page.getByRole('button', { name: 'Remove Token of paris' }).click();
    await ask.getByRole('button', { name: 'Remove from keychain' }).click();

    // The title of the question has these words as well, while it goes.
    await page.getByText('Token of paris', { exact: true }).waitFor({ state: 'detached' });
    expect(called(opened, 'keychain.forget')).toMatchObject([
      { input: { kind: 'node-token', name: 'paris' } },
    ]);
  });

  it('says why there is none and what to do, and teaches while it is empty', async () => {
    const state = aScene();
    const opened = await open({ state, path: '/settings/keychain' });
    await opened.page.getByText('No entries yet').waitFor();

    state.access.keychain = {
      entries: [],
      problem: 'There is no session bus.',
      fix: 'Install a keyring.',
    };
    await opened.page.reload();

    await opened.page
      .getByRole('alert')
      .getByText('There is no session bus. Install a keyring.')
      .waitFor();
  });
});
