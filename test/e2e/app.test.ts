import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchApp } from '../support/electron/launch-app.ts';
import { describeWithReal } from '../support/real.ts';
import { buildApp } from '../support/build-app.ts';
import { openApp, type OpenApp } from './open-app.ts';

const SLOW = 60_000;

describeWithReal('chromium', 'The app at its first start', () => {
  let app: OpenApp;

  beforeAll(async () => {
    buildApp();
    app = await openApp();
  }, SLOW);
  afterAll(() => app?.close(), SLOW);

  it('shows the sample DAGs', async () => {
    const dags = app.page.getByRole('grid', { name: 'DAGs' });

    await dags.getByText('order-summary').waitFor();

    await dags.getByText('web-log-report').waitFor();
    await app.page.getByText('Engine ready').waitFor();
  });

  it('runs a sample and shows its log to the last line', async () => {
    const { page } = app;

    await page.getByRole('button', { name: 'Run order-summary' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('main').getByText('Succeeded').first().waitFor();
    await page.getByRole('tree', { name: 'Steps' }).getByText('summary', { exact: true }).click();

    const log = page.getByRole('region', { name: 'Log lines' });
    await log.getByText(/^First month: .* cents\.$/).waitFor();
    await log.getByText('The check of').waitFor();
  });

  it('opens the palette and the form for a new DAG from the menu', async () => {
    const { page } = app;

    await chooseFromMenu(app, 'Search');
    await page.getByRole('dialog', { name: 'Search or run' }).waitFor();
    await page.keyboard.press('Escape');
    await chooseFromMenu(app, 'New DAG');

    await page.getByRole('dialog', { name: 'New DAG' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('comes to the front when it is started a second time', async () => {
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize(), null);

    const { userData, home } = app;
    const second = await launchApp({ userData, env: { SVC_HOME: home } });

    expect(await second.exited).toBe(0);
    await expect
      .poll(() =>
        app.evaluate(
          ({ BrowserWindow }) =>
            BrowserWindow.getAllWindows().map((window) => window.isMinimized()),
          null,
        ),
      )
      .toEqual([false]);
  });
});

async function chooseFromMenu(app: OpenApp, label: string): Promise<void> {
  await app.evaluate(({ Menu }, wanted) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []);
    items?.find((item) => item.label === wanted)?.click();
  }, label);
}
