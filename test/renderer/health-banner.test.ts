import { describe, expect, it } from 'vitest';
import { rendererPage } from './support/renderer-page.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();
const PROBLEM =
  'The database /home/ada/data/engine.db was removed while the engine was using it. No new work is accepted.';

describe('the banner above each view', () => {
  it('says why the engine takes no new work, as soon as that is so and as long as it is', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/dags' });
    await page.getByText('orders-nightly').waitFor();
    const banner = page.getByRole('alert').filter({ hasText: 'engine.db' });
    expect(await banner.count()).toBe(0);

    engine.state.problem = PROBLEM;
    engine.emit({ type: 'health.changed', error: PROBLEM });
    await banner.waitFor();
    const said = await banner.innerText();
    await page.getByRole('status').getByText('Not accepting work').waitFor();
    engine.state.problem = '';
    engine.emit({ type: 'health.changed', error: '' });
    await banner.waitFor({ state: 'detached' });
    await page.getByRole('status').getByText('Engine ready').waitFor();

    expect(said).toBe(PROBLEM);
  });

  it('says what the engine has to say while it takes work, and a reason not to before that', async () => {
    const notice = 'Nothing is deleted for its age until tomorrow.';
    const { page, engine } = await open({ state: { ...aScene(), notice }, path: '/dags' });

    await page.getByRole('alert').getByText(notice).waitFor();
    await page.getByRole('status').getByText('Engine ready').waitFor();

    engine.state.problem = PROBLEM;
    engine.emit({ type: 'health.changed', error: PROBLEM });
    await page.getByRole('alert').getByText(PROBLEM).waitFor();
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([PROBLEM]);
  });

  it('says it to whoever opens the page later', async () => {
    const { page } = await open({ state: { ...aScene(), problem: PROBLEM }, path: '/queues' });

    await page.getByRole('alert').getByText(PROBLEM).waitFor();
  });
});

describe('while the engine of a browser is away', () => {
  it.each(['Runs', 'Queues', 'Schedule', 'Settings'])(
    'one banner says so and what to do, also above %s',
    async (view) => {
      const { page, engine } = await open({ state: aScene(), path: '/dags' });
      await page.getByRole('status').getByText('Engine ready').waitFor();
      await page.getByText('orders-nightly').waitFor();

      await page.route('**/api/**', (route) => route.abort('connectionrefused'));
      engine.cutStreams();
      await page.getByRole('status').getByText('Engine not reachable').waitFor();
      await page.getByRole('navigation', { name: 'Sections' }).getByText(view).first().click();
      await page.getByRole('heading', { name: view }).first().waitFor();

      const says = page.getByRole('alert');
      await expect
        .poll(() => says.allInnerTexts())
        .toEqual([
          `Cannot connect to an engine at ${engine.url}. Start it with dagwright server. What you see may be out of date. Reconnecting…`,
        ]);
      expect(await page.getByText('restarting').count()).toBe(0);

      await page.unroute('**/api/**');
      await page.getByRole('status').getByText('Engine ready').waitFor();
      await says.waitFor({ state: 'detached' });
    },
  );

  it.each([
    ['goes with it where it was only because of that', undefined, 0],
    ['stays where it has another cause', 'The file is read-only.', 1],
  ])('a note about a command %s', async (_says, refusal, left) => {
    const state = aScene();
    if (refusal !== undefined) state.refusals.set('dags.suspend', refusal);
    const { page, engine } = await open({ state, path: '/dags' });
    await page.getByRole('status').getByText('Engine ready').waitFor();
    const note = page.locator('.error-note');
    const suspend = async () => {
      await page.getByRole('switch', { name: 'Schedule of orders-nightly' }).press('Space');
      await note.getByText(refusal ?? 'Cannot connect').waitFor();
    };

    if (refusal !== undefined) await suspend();
    await page.route('**/api/**', (route) => route.abort('connectionrefused'));
    engine.cutStreams();
    await page.getByRole('status').getByText('Engine not reachable').waitFor();
    if (refusal === undefined) await suspend();
    await page.unroute('**/api/**');
    await page.getByRole('status').getByText('Engine ready').waitFor();

    await expect.poll(() => note.count()).toBe(left);
  });
});
