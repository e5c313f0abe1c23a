import { describe, expect, it } from 'vitest';
import { operations, type OperationName } from '#contract/operations.ts';
import { ADA_TOKEN, aUser, PASSWORD } from './support/access-fixtures.ts';
import { outOfReach } from './support/out-of-reach.ts';
import { eventually, rendererPage, type OpenedPage } from './support/renderer-page.ts';
import { ORDERS_RUN } from './support/run-fixtures.ts';
import { aScene, aSceneWithAccounts } from './support/scene.ts';

const open = rendererPage();
const asAda = (path: string) => open({ state: aSceneWithAccounts(), path, token: ADA_TOKEN });

const called = ({ engine }: OpenedPage, name: string) =>
  engine.state.calls.filter((call) => call.name === name);
const keptToken = ({ page }: OpenedPage) =>
  page.evaluate(() => localStorage.getItem('dagwright.token'));

async function logIn({ page }: OpenedPage, username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
}

describe('a browser without a session', () => {
  it('shows the login, asks for nothing else, and then what was asked for', async () => {
    const opened = await open({ state: aSceneWithAccounts(), path: '/dags/orders-etl/runs' });
    await opened.page.getByRole('heading', { name: 'Log in' }).waitFor();
    const isPublic = ({ name }: { name: OperationName }) => operations[name].access === 'public';
    expect(opened.engine.state.calls.filter((call) => !isPublic(call))).toEqual([]);

    await logIn(opened, 'ada');

    await opened.page.locator('.history-grid td a').first().waitFor();
    expect(new URL(opened.page.url()).pathname).toBe('/dags/orders-etl/runs');
    expect(await keptToken(opened)).toContain('of-ada');
  });

  it.each([
    ['/dags', '.list-rows:focus'],
    ['/runs', '.list-rows:focus'],
    [`/runs/orders-etl/${ORDERS_RUN}`, '[role="treeitem"][aria-selected="true"]'],
  ])('has the focus in the page %s after the login, whose keys are heard', async (path, found) => {
    const opened = await open({ state: aSceneWithAccounts(), path });
    const { page } = opened;

    await logIn(opened, 'ada');
    await page.locator('main:focus').waitFor();
    await page.locator('main').getByText('orders-etl').first().waitFor();
    await page.keyboard.press('j');

    await page.locator(found).waitFor();
  });

  it('says why a login was refused, and keeps no token', async () => {
    const opened = await open({ state: aSceneWithAccounts(), path: '/' });
    await logIn(opened, 'ada', 'wrong');

    await opened.page.getByRole('alert').getByText('Invalid username or password').waitFor();
    expect(await keptToken(opened)).toBeNull();
  });

  it('makes the first administrator when there is no user', async () => {
    const state = aSceneWithAccounts();
    state.access.users = [];
    const opened = await open({ state, path: '/login' });
    const { page } = opened;
    await page.getByLabel('Username').fill('kim');
    await page.getByLabel('Password', { exact: true }).fill('long enough');
    await page.getByLabel('Confirm password').fill('not the same');
    await page.keyboard.press('Enter');
    await page.getByText('The passwords do not match.').waitFor();
    expect(called(opened, 'auth.setup')).toEqual([]);

    await page.getByLabel('Confirm password').fill('long enough');
    await page.keyboard.press('Enter');

    await page.getByRole('button', { name: 'Account: kim admin' }).waitFor();
    await page.getByText('orders-nightly').waitFor();
  });
});

describe('a login at an identity provider', () => {
  const depart = async (opened: OpenedPage) => {
    await opened.page.route('**/authorize', (route) => route.fulfill({ body: 'provider' }));
    await opened.page.getByRole('button', { name: /identity provider/ }).click();
    await opened.page.getByText('provider', { exact: true }).waitFor();
  };

  it('comes back to the page that was asked for, and the code leaves the address', async () => {
    const opened = await open({ state: aSceneWithAccounts(), path: '/runs?status=failed' });
    await depart(opened);
    await opened.page.goto(`${opened.engine.url}/login/callback?code=c-1&state=state-1&iss=i`);

    await opened.page.getByRole('heading', { name: 'Runs' }).waitFor();

    expect(opened.page.url()).toBe(`${opened.engine.url}/runs?status=failed`);
    expect(called(opened, 'auth.oidcFinish')[0]?.input).toEqual({
      code: 'c-1',
      state: 'state-1',
      iss: 'i',
    });
  });

  it('is not taken from a link that somebody else made', async () => {
    const opened = await open({
      state: aSceneWithAccounts(),
      path: '/login/callback?code=c-1&state=state-1',
    });
    await opened.page.getByText('did not start in this window').waitFor();

    expect(called(opened, 'auth.oidcFinish')).toEqual([]);
    expect(new URL(opened.page.url()).search).toBe('');
  });

  it('is not taken with another state than the one it left with', async () => {
    const opened = await open({ state: aSceneWithAccounts(), path: '/' });
    await depart(opened);
    await opened.page.goto(`${opened.engine.url}/login/callback?code=c-1&state=other`);
    await opened.page.getByText('did not start in this window').waitFor();

    expect(called(opened, 'auth.oidcFinish')).toEqual([]);
  });
});

describe('a session', () => {
  it('that ends is asked for again, with what was typed kept', async () => {
    const opened = await asAda('/dags/pg-backup');
    const { page, engine } = opened;
    const editor = page.locator('.cm-content');
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('# not lost');
    engine.state.access.sessions.clear();
    engine.cutStreams();

    await page.getByText('Your session has ended.').waitFor();
    expect(await editor.isVisible()).toBe(false);
    await logIn(opened, 'ada');

    await editor.getByText('# not lost').waitFor();
  });

  it('that ends behind a dialog can be begun anew, and the dialog comes back as it was', async () => {
    const opened = await asAda('/settings/users');
    const { page, engine } = opened;
    await page.getByRole('button', { name: 'New user' }).click();
    const dialog = page.getByRole('dialog', { name: 'New user' });
    await dialog.getByLabel('Username').fill('kim');
    engine.state.access.sessions.clear();
    engine.cutStreams();

    await page.getByText('Your session has ended.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await logIn(opened, 'ada');

    await dialog.waitFor();
    expect(await dialog.getByLabel('Username').inputValue()).toBe('kim');
  });

  it('of somebody else shows nothing of the one before', async () => {
    const opened = await asAda('/dags/pg-backup');
    const { page, engine } = opened;
    await page.locator('.cm-content').click();
    await page.keyboard.type('# of ada');
    engine.state.access.sessions.clear();
    engine.cutStreams();
    await page.getByText('Your session has ended.').waitFor();
    await logIn(opened, 'brook.hale');

    await page.getByRole('button', { name: 'Account: brook.hale manager' }).waitFor();
    await page.locator('.cm-content').waitFor();
    expect(await page.getByText('# of ada').count()).toBe(0);
  });

  it('is ended by logging out', async () => {
    const opened = await asAda('/runs');
    await opened.page.getByRole('button', { name: 'Account: ada admin' }).click();
    await opened.page.getByRole('menuitem', { name: /Log out/ }).click();

    await opened.page.getByRole('heading', { name: 'Log in' }).waitFor();
    expect(called(opened, 'auth.logout')).toHaveLength(1);
    expect(await keptToken(opened)).toBeNull();
  });

  it('is forgotten by the browser when the engine cannot end it', async () => {
    const opened = await asAda('/runs');
    opened.engine.state.refusals.set('auth.logout', 'The engine stops.');
    await opened.page.getByRole('button', { name: 'Account: ada admin' }).click();
    await opened.page.getByRole('menuitem', { name: /Log out/ }).click();

    await opened.page.getByRole('heading', { name: 'Log in' }).waitFor();
    expect(await keptToken(opened)).toBeNull();
  });

  it('goes on after the password was changed', async () => {
    const opened = await asAda('/runs');
    const { page } = opened;
    await page.getByRole('button', { name: 'Account: ada admin' }).click();
    await page.getByRole('menuitem', { name: 'Change password…' }).click();
    await page.getByLabel('Current password').fill('wrong');
    await page.getByLabel('New password').fill('quite another');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Current password is incorrect').waitFor();
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.keyboard.press('Enter');

    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(opened.engine.state.access.passwords.get('ada')).toBe('quite another');
    expect(await keptToken(opened)).not.toBe(ADA_TOKEN);
  });

  it('says that the password was changed, and the page has the focus where the palette asked', async () => {
    const { page } = await asAda('/runs');
    await page.getByRole('button', { name: 'Account: ada admin' }).waitFor();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('change password');
    await page.getByRole('option', { name: /^Change password…/ }).click();
    await page.getByLabel('Current password').and(page.locator(':focus')).waitFor();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Tab');
    await page.keyboard.type('quite another');
    await page.keyboard.press('Enter');

    await page.getByText('Changed your password.').waitFor();
    await page.locator('main:focus').waitFor();
  });

  it('of a viewer offers nothing that would be refused, and says why', async () => {
    const state = aSceneWithAccounts();
    state.access.users.push(aUser('vera'));
    state.access.sessions.set('token-of-vera', 'vera');
    const { page } = await open({ state, path: '/dags/pg-backup', token: 'token-of-vera' });
    await page.getByRole('button', { name: 'More actions for pg-backup' }).click();

    const words = 'Requires the role manager or higher. Your role is viewer.';
    const remove = page.getByRole('menuitem', { name: /Delete/ });
    expect(await remove.innerText()).toContain(words);
    expect(await remove.getAttribute('aria-disabled')).toBe('true');
    expect(await page.getByRole('button', { name: 'Run', exact: true }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('pg-b');
    await page
      .getByRole('option', { name: /pg-backup/ })
      .first()
      .waitFor();
    expect(await page.getByRole('option', { name: /Run pg-backup/ }).count()).toBe(0);
  });
});

describe('the dry run', () => {
  it('of a text that is not saved is for those who may bring definitions', async () => {
    const state = aSceneWithAccounts();
    state.access.users.push(aUser('vera'));
    state.access.sessions.set('token-of-vera', 'vera');
    const { page } = await open({ state, path: '/dags/orders-etl', token: 'token-of-vera' });
    const more = page.getByRole('button', { name: 'More actions for orders-etl' });
    const dryRun = page.getByRole('menuitem', { name: /Dry run/ });
    await more.click();
    expect(await dryRun.getAttribute('aria-disabled')).toBeNull();
    await page.keyboard.press('Escape');

    await page.locator('.cm-content').click();
    await page.keyboard.type('# more');
    await more.click();

    expect(await dryRun.getAttribute('aria-disabled')).toBe('true');
    expect(await dryRun.innerText()).toContain(
      'Requires the role manager or higher. Your role is viewer.',
    );
  });
});

describe('the title bar', () => {
  it('bears the name and the color that the settings give to the engine', async () => {
    const look = { navbarTitle: 'Staging in Berlin', navbarColor: '#c2261d' };
    const { page } = await open({ state: { ...aScene(), look }, path: '/dags' });

    await page.getByRole('banner').getByText('Staging in Berlin').waitFor();
    const shadow = await page
      .getByRole('banner')
      .evaluate((bar) => getComputedStyle(bar).boxShadow);
    expect(shadow).toContain('rgb(194, 38, 29)');
  });

  it.each([640, 900, 1280, 1600])(
    'says how the engine is beside an account and nodes, %i px wide',
    async (width) => {
      const state = aSceneWithAccounts();
      const { page } = await open({ state, path: '/dags', token: ADA_TOKEN, width });
      const bar = page.getByRole('banner');
      await bar.getByRole('button', { name: /^Account/ }).waitFor();
      const word = bar.getByText('Engine ready');
      const search = (await bar.getByRole('button', { name: /Search/ }).boundingBox())!;

      const isSeen = await word.evaluate((text) => {
        const { x, y, width, height } = text.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2) === text;
      });
      expect(isSeen).toBe(true);
      const node = bar.getByText('This engine');
      expect(await node.evaluate((name) => name.scrollWidth - name.clientWidth)).toBe(0);
      expect((await word.boundingBox())!.x).toBeGreaterThan(search.x + search.width);
      expect(await outOfReach(page)).toEqual([]);
    },
  );
});

describe('another node', () => {
  const choose = async ({ page }: OpenedPage, name: string) => {
    await page.getByRole('button', { name: /^Node:/ }).click();
    await page.getByRole('menuitem', { name: new RegExp(name) }).click();
  };

  it('is shown in place of this engine, after a reload as well, until one goes back', async () => {
    const opened = await asAda('/dags');
    const { page } = opened;
    await page.getByText('orders-nightly').waitFor();
    await choose(opened, 'berlin');
    await page.getByRole('status').getByText('Showing node berlin').waitFor();
    await page.getByText('cert-renewal').waitFor();
    expect(await page.getByText('orders-nightly').count()).toBe(0);

    await page.reload();
    await page.getByText('cert-renewal').waitFor();
    expect(called(opened, 'dags.list').at(-1)?.input['remoteNode']).toBe('berlin');
    await page.getByRole('button', { name: 'Back to this engine' }).click();

    await page.getByText('orders-nightly').waitFor();
    expect(await page.getByText('Showing node').count()).toBe(0);
  });

  it('is asked for events too', async () => {
    const opened = await asAda('/dags');
    const streams: string[] = [];
    opened.page.on('request', (request) => {
      if (request.url().includes('/events')) streams.push(new URL(request.url()).search);
    });
    await choose(opened, 'berlin');

    await eventually(() => streams.includes('?remoteNode=berlin'));
  });

  it('that is not available says so, and is tried again', async () => {
    const opened = await asAda('/dags');
    const { page, engine } = opened;
    await choose(opened, 'build-farm');
    const band = page.getByRole('status').filter({ hasText: 'build-farm is not available' });
    await band.waitFor();
    await page.getByTitle('Node unreachable').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    // Nobody knows how many there are.
    await page.getByText('DAGs appear here once they load.').waitFor();
    expect(await page.locator('.page-head').innerText()).not.toContain('0');
    engine.state.access.down.clear();
    await band.getByRole('button', { name: 'Retry' }).click();

    await page.getByRole('status').getByText('Showing node build-farm').waitFor();
    await page.getByTitle(/^Engine ready/).waitFor();
    await page.getByText('orders-nightly').waitFor();
  });

  it('is gone to by the palette', async () => {
    const { page } = await asAda('/runs');
    await page.getByRole('button', { name: /^Node:/ }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('node ber');
    await page.getByRole('option', { name: /Switch to node berlin/ }).waitFor();
    await page.keyboard.press('Enter');

    await page.getByText('Showing node').waitFor();
  });

  it('that is configured no more is left', async () => {
    const opened = await asAda('/dags');
    await choose(opened, 'berlin');
    await opened.page.getByText('Showing node').waitFor();
    opened.engine.state.access.nodes = [];
    await opened.page.reload();

    await opened.page.getByText('orders-nightly').waitFor();
    expect(await opened.page.getByText('Showing node').count()).toBe(0);
  });
});
