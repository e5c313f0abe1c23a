import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { homeWith, launch } from '../engine/cli/dagwright.ts';
import { describeWithReal } from '../support/real.ts';
import { buildApp } from '../support/build-app.ts';
import { startChromium } from '../support/chromium.ts';

describeWithReal('chromium', 'The page of a server below a path', (program) => {
  beforeAll(() => buildApp(), 120_000);

  it('finds its files, its engine and its views there, and looks as the settings say', async () => {
    const server = launch(
      [
        ...['server', '--port', '0', '--base-path', '/a/flows', '--set', 'ui.navbar_title=Staging'],
        ...['--set', 'ui.navbar_color=#0a7'],
      ],
      { home: homeWith({ daily: 'steps: [echo hi]' }) },
    );
    const [, url = ''] = await server.printed(/ready at (http:\S+)/);
    const browser = await startChromium(program);
    onTestFinished(async () => {
      await browser.close();
      server.signal('SIGTERM');
      await server.ended;
    });
    const page = await browser.newPage();
    const missed: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) missed.push(response.url());
    });
    page.on('pageerror', (error) => missed.push(error.message));

    await page.goto(`${url}/dags`);
    await page.getByText('daily').first().waitFor();
    await page.getByText('Staging').waitFor();
    const color = await page.evaluate(
      `getComputedStyle(document.querySelector('.titlebar')).boxShadow`,
    );
    await page.getByRole('link', { name: 'Runs' }).click();
    const address = page.url();
    const link = await page.getByRole('link', { name: 'DAGs' }).getAttribute('href');
    await page.reload();
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
    await page.goBack();
    await page.getByText('daily').first().waitFor();

    expect({ address, link, color }).toEqual({
      address: `${url}/runs`,
      link: '/a/flows/dags',
      color: expect.stringContaining('rgb(0, 170, 119)') as string,
    });
    expect(missed).toEqual([]);
  });
});
